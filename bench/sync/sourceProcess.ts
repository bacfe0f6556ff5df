// The nodes to synchronise with, in a process of their own: `sourceProcess.ts CHAIN PEERS [BODY_MS [CLIENT]]`. CHAIN is the name of
// a recording, a number of blocks to produce, or a folder with them; PEERS nodes serve it, take BODY_MS for each body
// and call themselves CLIENT. Reports the height and the enodes of the nodes.
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, chainNames, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { limitedChain } from './limitedChain.ts'
import { servingPeers } from './servingPeers.ts'
import { readSmallBlocks, smallBlocksIn } from './smallBlocks.ts'

export interface SourceReport {
  readonly height: number
  readonly enodes: readonly string[]
}

const [chainArgument = '', peers = '1', bodyMs = '0', client] = process.argv.slice(2)
const store = memoryStore()
const chain = chainNamed(chainArgument)
const served = Number(bodyMs) > 0 ? limitedChain(chain, Number(bodyMs)) : chain
const enodes = await servingPeers(Number(peers), { chain: served, store, ...(client && { client }) })
const report: SourceReport = { height: chain.head.number, enodes }
console.log(JSON.stringify(report))

function chainNamed(argument: string): Chain {
  const recording = chainNames.find((name) => name === argument)
  if (recording !== undefined) return recordedChain(recording)
  if (!argument.includes('/')) return smallBlocksIn(store, Number(argument))
  return openChain({ store: readSmallBlocks(argument), network: regtest, clock: () => 0 })
}

function recordedChain(name: ChainName): Chain {
  const filled = openChain({ store, network: regtest, clock: () => 0 })
  for (const { rlp } of recordedBlocks(name)) filled.import(decodeBlock(fromHex(rlp), regtest))
  return filled
}
