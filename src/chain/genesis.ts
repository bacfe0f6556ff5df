import { genesisBlock, genesisState } from '../protocol/genesis.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Store } from '../store/store.ts'
import { addToIndexes } from './importing/canonicalIndexes.ts'
import { weightOf } from './importing/forkChoice.ts'
import { putBlock } from './storage/blocks.ts'
import { putHead } from './storage/canonicalHashes.ts'
import { saveState } from './storage/nodeClusters.ts'

/** Makes the network's first block the head of an empty store. */
export function writeGenesis(store: Store, network: Network): void {
  const state = genesisState(network)
  const block = genesisBlock(network, state)
  const record = { header: block.header, totalDifficulty: weightOf(block), stateRoot: state.hash() }
  store.write((batch) => {
    saveState(batch, state)
    putBlock(batch, record, block, [])
    addToIndexes(batch, block, [])
    putHead(batch, block.header.hash)
  })
}
