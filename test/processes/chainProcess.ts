// Runs beside the test process: `chainProcess.ts <role> <folder>`. It reports one JSON value per line; the roles that
// import start their work after a line on standard input.
import { readSync, writeSync } from 'node:fs'
import { toHex } from '../../src/primitives/hex.ts'
import { openChainOver, openFolder, recordedChain } from './chainFolder.ts'

const [role = '', path = ''] = process.argv.slice(2)
const smallGroups = { blocks: 7, bytes: 1 << 20, changes: 5_000, gas: 20_000_000, milliseconds: 200 }
const report = (value: unknown): void => void writeSync(1, `${JSON.stringify(value)}\n`)
const waitForLine = (): void => void readSync(0, new Uint8Array(16))

const roles: Record<string, () => void> = {
  /** Waits for a line, then imports the rest of the recorded chain and reports the number of each block. */
  import() {
    const blocks = recordedChain()
    waitForLine()
    const chain = openChainOver(openFolder(path))
    report(chain.head.number)
    for (const block of blocks.slice(chain.head.number)) {
      const { status } = chain.import(block)
      if (status !== 'best') throw new Error(`block ${block.header.number} is ${status}`)
      report(block.header.number)
    }
  },

  /** Like `import`, in groups; every state is saved. */
  'import groups': () => importGroups(true),

  /** Like `import`, in groups; the last state of each is saved. */
  'import groups with last states': () => importGroups(false),

  /** Reports each new head of a folder that another process writes, up to block 20. */
  follow() {
    const store = openFolder(path, true)
    const chain = openChainOver(store)
    let seen = -1
    const poll = setInterval(() => {
      const { number, hash } = chain.head
      if (number === seen) return
      seen = number
      const stateRoot = toHex(chain.stateAt('latest')!.commit().hash())
      report({ number, hash: toHex(hash), stateRoot, receipts: chain.head.receipts.length })
      if (number < 20) return
      clearInterval(poll)
      store.close()
    }, 1)
  },
}

/** Reports the number of the head when a group is stored. */
function importGroups(keepsEveryState: boolean): void {
  const blocks = recordedChain()
  waitForLine()
  const chain = openChainOver(openFolder(path), { keepsEveryState, groupLimits: smallGroups })
  report(chain.head.number)
  chain.on('block', ({ number }) => report(number))
  for (const block of blocks.slice(chain.head.number)) {
    const { status } = chain.importInGroup(block)
    if (status !== 'best') throw new Error(`block ${block.header.number} is ${status}`)
  }
  chain.saveGroup()
}

roles[role]?.()
