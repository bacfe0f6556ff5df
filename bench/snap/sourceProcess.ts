// Nodes that serve the snapshot of a large state, in a process of their own: `sourceProcess.ts ACCOUNTS PEERS`. Reports
// the bytes of the state and the enodes of the nodes.
import { randomBytes } from 'node:crypto'
import { openChain } from '../../src/chain/openChain.ts'
import { asAddress } from '../../src/primitives/bytes.ts'
import { genesisState } from '../../src/protocol/genesis.ts'
import { headerFields } from '../../src/protocol/headers/headerFields.cases.ts'
import { mineHeader } from '../../src/protocol/mergedMining/mineHeader.cases.ts'
import { regtest } from '../../src/protocol/networks/definitions.ts'
import { rulesAt } from '../../src/protocol/networks/rules.ts'
import { transactionsRoot } from '../../src/protocol/roots.ts'
import { remascSender, remascTransaction } from '../../src/protocol/transactions/remasc.ts'
import { CodeCache } from '../../src/state/codeCache.ts'
import { State } from '../../src/state/state.ts'
import { memoryStore } from '../../src/store/memory/memoryStore.ts'
import { layoutSize } from '../../src/trie/chunk.ts'
import { servingPeers } from '../sync/servingPeers.ts'

export interface SnapshotSourceReport {
  readonly stateBytes: number
  readonly enodes: readonly string[]
}

const [accounts = '', peers = '1'] = process.argv.slice(2)

let trie = genesisState(regtest)
const store = memoryStore()
const chain = openChain({
  store,
  network: regtest,
  clock: () => 0,
  *execute() {
    yield
    return { status: 'valid', state: trie, receipts: [], participants: new Set(), creations: [] }
  },
})
for (let number = 1; number <= 2; number++) addBlock(number)

const options = { snapshotSpacing: { interval: 1, depth: 1 } }
const enodes = await servingPeers(Number(peers), { chain, store, options })
const report: SnapshotSourceReport = { stateBytes: layoutSize(chain.wholeState(1)!), enodes }
console.log(JSON.stringify(report))

/** Adds a block; the first one makes all accounts. */
function addBlock(number: number): void {
  const state = new State(trie, new CodeCache(0))
  for (let index = 0; number === 1 && index < Number(accounts); index++) {
    state.addBalance(asAddress(randomBytes(20)), BigInt(10 ** 15 + index))
  }
  state.setNonce(remascSender, BigInt(number))
  trie = state.commit()
  const parent = chain.head.header
  const transactions = [remascTransaction(number)]
  const header = mineHeader(
    headerFields(regtest, number, {
      parentHash: parent.hash,
      stateRoot: trie.hash(),
      transactionsRoot: transactionsRoot(transactions, rulesAt(regtest, number)),
      gasLimit: parent.gasLimit,
      timestamp: parent.timestamp + 1,
      minimumGasPrice: parent.minimumGasPrice,
    }),
    regtest,
  )
  const outcome = chain.import({ header, transactions, uncles: [] })
  if (outcome.status !== 'best') throw new Error(`block ${number} is ${JSON.stringify(outcome)}`)
}
