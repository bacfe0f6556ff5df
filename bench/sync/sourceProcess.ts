// The nodes to synchronise with, in a process of their own: `sourceProcess.ts CHAIN PEERS [BODY_MS]`. CHAIN is the name of
// a recording or a number of blocks to produce; PEERS nodes serve it, and take BODY_MS for each body. Reports the height
// and the enodes of the nodes.
import { randomBytes } from 'node:crypto'
import type { Chain } from '../../src/chain/chain.ts'
import { openChain } from '../../src/chain/openChain.ts'
import { clientVersion } from '../../src/node/clientVersion.ts'
import { openPeering } from '../../src/peers/network/openPeering.ts'
import { fromHex } from '../../src/primitives/hex.ts'
import { type ChainName, chainNames, recordedBlocks } from '../../src/primitives/recordings.cases.ts'
import { decodeBlock } from '../../src/protocol/block.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { BlockProducer } from '../import/blockProducer.ts'
import { numberedAddress, richSender } from '../import/senders.ts'
import { limitedChain } from './limitedChain.ts'

export interface SourceReport {
  readonly height: number
  readonly transactions: number
  readonly enodes: readonly string[]
}

const [chainArgument = '', peers = '1', bodyMs = '0'] = process.argv.slice(2)
const store = memoryStore()
const recording = chainNames.find((name) => name === chainArgument)
const chain = recording === undefined ? madeChain(Number(chainArgument)) : recordedChain(recording)

const silentPool = {
  add: () => ({ status: 'queued' }) as const,
  get: () => undefined,
  localTransactions: () => [],
  onPending: () => () => {},
}

const enodes: string[] = []
for (let peer = 0; peer < Number(peers); peer++) {
  const peering = await openPeering({
    chain: Number(bodyMs) > 0 ? limitedChain(chain, Number(bodyMs)) : chain,
    pool: silentPool,
    store,
    folder: undefined,
    options: { host: '127.0.0.1', port: 0 },
    clientId: clientVersion(),
    clock: Date.now,
    nowSeconds: () => Math.floor(Date.now() / 1000),
    randomBytes,
    onError: (error) => console.error(error),
    debug: () => {},
  })
  enodes.push(peering.enode!)
}
const report: SourceReport = { height: chain.head.number, transactions: transactionsIn(chain), enodes }
console.log(JSON.stringify(report))

/** A chain of blocks with one transfer each. */
function madeChain(count: number): Chain {
  const producer = new BlockProducer(store)
  const sender = richSender()
  for (let number = 1; number <= count; number++)
    producer.produce([sender.sign({ to: numberedAddress(number), value: 1n, gas: 21_000 })])
  return producer.chain
}

function recordedChain(name: ChainName): Chain {
  const filled = openChain({ store, network: regtest, clock: () => 0 })
  for (const { rlp } of recordedBlocks(name)) filled.import(decodeBlock(fromHex(rlp), regtest))
  return filled
}

function transactionsIn({ head, select }: { head: Chain['head']; select: Chain['select'] }): number {
  let count = 0
  for (let number = 1; number <= head.number; number++)
    count += select.call(chain, number)!.transactions.length
  return count
}
