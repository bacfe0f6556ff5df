// Runs beside the test process: `maintenanceProcess.ts <role> <folder> [<target>]`. It starts after a line on standard
// input and reports each step.
import { readSync, writeSync } from 'node:fs'
import { compactStore } from '../../src/chain/compactStore.ts'
import { chainStamp } from '../../src/chain/openChain.ts'
import { pruneStates } from '../../src/chain/pruning/pruneStates.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { copyStore } from '../../src/store/copyStore.ts'
import { openStore } from '../../src/store/openStore.ts'
import { openChainOver, openFolder, recordedChain } from './chainFolder.ts'

const [role = '', path = '', target = ''] = process.argv.slice(2)
const report = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`)

const roles: Record<string, () => void> = {
  /** Prunes to the last five states after every block that it imports. */
  prune() {
    const blocks = recordedChain()
    readSync(0, new Uint8Array(16))
    const store = openFolder(path)
    const chain = openChainOver(store)
    report('started')
    for (const block of blocks.slice(chain.head.number)) {
      chain.import(block)
      for (const progress of pruneStates(store, regtest, 5)) report(progress)
    }
    store.close()
  },

  /** Copies the folder, which the test process writes meanwhile. */
  backup() {
    readSync(0, new Uint8Array(16))
    const source = openFolder(path, true)
    const network = regtest.name
    const genesisHash = genesisBlock(regtest).header.hash
    const copy = openStore({ path: target, network, genesisHash, acceptsIncomplete: true })
    report('started')
    source.snapshot((reader) => {
      for (const progress of copyStore(reader, copy)) report(progress)
    })
    copy.close()
  },

  /** Rewrites the folder into the target. */
  compact() {
    readSync(0, new Uint8Array(16))
    const source = openFolder(path)
    const copy = openStore({ path: target, ...chainStamp(regtest), acceptsIncomplete: true })
    report('started')
    for (const progress of compactStore(source, copy, regtest)) report(progress)
    copy.close()
    source.close()
  },
}

roles[role]?.()
