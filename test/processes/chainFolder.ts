import type { Chain } from '../../src/chain/chain.ts'
import { type ChainOptions, openChain } from '../../src/chain/openChain.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock } from '../../src/protocol/block.ts'
import { genesisBlock } from '../../src/protocol/genesis.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { openStore } from '../../src/store/openStore.ts'
import type { Store } from '../../src/store/store.ts'

/** A recorded chain without branches; every block has transactions. */
export const recordedChain = (): Block[] =>
  recordedBlocks('contracts').map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))

export const openFolder = (path: string, readOnly = false): Store =>
  openStore({ path, readOnly, network: regtest.name, genesisHash: genesisBlock(regtest).header.hash })

export const openChainOver = (store: Store, options?: ChainOptions): Chain =>
  openChain({ store, network: regtest, clock: () => 0 }, options)
