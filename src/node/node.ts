import type { Chain } from '../chain/chain.ts'
import type { Peg } from '../dev/peg/peg.ts'
import { MiningError } from '../mining/inputs/miningError.ts'
import type { PendingView } from '../mining/pendingBlock.ts'
import type { Peering } from '../peers/network/peering.ts'
import type { Submission, TransactionPool } from '../pool/pool.ts'
import type { NamedWork } from '../primitives/work/workProgress.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { Transaction } from '../protocol/transactions/transaction.ts'
import type { Stamp } from '../store/folder/stamp.ts'
import type { Store } from '../store/store.ts'
import type { Traces } from '../tracing/run/traces.ts'
import type { Fork } from '../upstream/fork.ts'
import type { ForkOptions } from '../upstream/openFork.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { CallLog } from './local/callLog/callLog.ts'
import type { DevelopmentControls } from './local/development/developmentControls.ts'
import type { LocalChain } from './local/localChain.ts'
import type { CallIndexing } from './services/callIndexing.ts'
import { LongWork } from './services/longWork.ts'
import type { NodeMining } from './services/nodeMining.ts'
import type { Pruning } from './services/pruning.ts'
import type { StoreFaults } from './services/storeFaults.ts'
import type { SubmittedTransactions } from './services/submittedTransactions.ts'

/** What a node is composed of, and what its users see of it. A reset may replace all of it. */
export interface NodeParts {
  readonly network: Network
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly data: NodeData
  /** Makes the pending block, on every network. */
  readonly blockMaking: NodeMining
  /** Undefined on a public network without a coinbase. */
  readonly mining: NodeMining | undefined
  readonly traces: Traces
  /** Undefined on a public network. */
  readonly wallet: Wallet | undefined
  /** Undefined on a public network. */
  readonly local: LocalChain | undefined
  /** Undefined except on a development chain. */
  readonly development: DevelopmentControls | undefined
  /** The chain from which this one started; undefined if it is not a fork. */
  readonly fork: Fork | undefined
  /** Undefined when the data is in memory. */
  readonly submittedTransactions: SubmittedTransactions | undefined
  /** Undefined when every state is kept. */
  readonly pruning: Pruning | undefined
  /** Undefined when calls are not recorded. */
  readonly callIndexing: CallIndexing | undefined
  /** Undefined if call logging is off. */
  readonly callLog: CallLog | undefined
  /** Undefined when the data is in memory. */
  readonly faults: StoreFaults | undefined
  /** The peg with Bitcoin; undefined except on a development chain that was opened with one. */
  peg: Peg | undefined
  /** Undefined if peering is off. */
  peers: Peering | undefined
}

/** A folder that other threads can open, and what it must hold. */
export interface StoreFolder {
  readonly path: string
  readonly stamp: Stamp
  /** Whether another process writes the folder, and may replace its file. */
  readonly followsWriter?: boolean
}

/** The stored data of a node, as other threads can read it. */
export interface NodeData {
  readonly store: Store
  /** Undefined if the data is in memory. */
  readonly folder: StoreFolder | undefined
}

/** A class whose members are the parts. */
const PartsHolder = class {
  constructor(parts: NodeParts) {
    Object.assign(this, parts)
  }
} as new (
  parts: NodeParts,
) => NodeParts

type OpenAnother = (fork: ForkOptions | undefined) => Promise<Node>

/** A node of one network: chain, pool, mining, wallet, traces and peers. */
export class Node extends PartsHolder {
  /**
   * Replaces the chain by a fork of another, or by one with a first block of its own. All parts are new then: chain, pool,
   * wallet and clock. When the fork cannot be opened, the node stays as it is. Undefined if this node cannot change: only a
   * development chain in memory can.
   */
  readonly forkAnother: ((fork: ForkOptions | undefined) => Promise<void>) | undefined
  readonly #replacementListeners = new Set<() => void>()
  readonly #longWork = new LongWork()
  #isClosed = false

  constructor(parts: NodeParts, openAnother?: OpenAnother) {
    super(parts)
    this.forkAnother = openAnother && ((fork) => this.#become(openAnother(fork)))
    parts.chain.on('block', (block) => {
      parts.submittedTransactions?.forget(block.transactions)
      parts.callLog?.mined(block)
    })
  }

  /** The store for data that must survive the node; undefined if the node is in memory. */
  get lastingStore(): Store | undefined {
    return this.data.folder && this.data.store
  }

  /** What the node does that takes minutes or days. */
  get work(): readonly NamedWork[] {
    return this.#longWork.of(this)
  }

  /** Minimum number of last blocks whose states are kept; undefined when all states are. */
  get history(): number | undefined {
    return this.pruning?.history
  }

  join(peers: Peering): void {
    this.peers = peers
  }

  /**
   * Adds a transaction to the pool, or returns the reason for its rejection. If blocks are mined per transaction, it
   * is mined on return, unless an earlier transaction of its sender is missing. One that cannot be stored or mined,
   * because the disk is full, is dropped: its sender is answered with an error and must be able to send it again. Others
   * hear of it when it is stored or mined.
   */
  submit(transaction: Transaction): Submission {
    const { pool } = this
    const { submission, becamePending } = pool.addUnannounced(transaction, { local: true })
    try {
      const mined = becamePending.length > 0 ? this.blockMaking.miner.mineWaiting() : []
      const isMined = mined.some(({ transactions }) => transactions.includes(transaction))
      if (submission.status !== 'rejected' && !isMined) this.#keep(transaction)
    } catch (error) {
      pool.remove(transaction.hash)
      throw error
    }
    pool.announce(becamePending)
    return submission
  }

  /** Stores a submitted transaction that is not mined. Throws if no block can include it: the miner has dropped it. */
  #keep(transaction: Transaction): void {
    if (this.pool.get(transaction.hash) === undefined)
      throw new MiningError('the pool accepted the transaction, but no block can include it')
    this.submittedTransactions?.keep(transaction)
  }

  /** Assembled on request and kept until the head, the pool or the clock changes. */
  pending(): PendingView {
    return this.blockMaking.pendingBlock.view()
  }

  async #become(opening: Promise<Node>): Promise<void> {
    const other = await opening
    if (this.#isClosed) return other.close()
    const { forkAnother } = this
    const before: NodeParts = { ...this }
    Object.assign(this, other, { forkAnother })
    for (const listener of this.#replacementListeners) listener()
    closeParts(before)
  }

  /** Calls the listener after all parts were replaced, before the old ones close. Returns a function that unsubscribes. */
  onReplaced(listener: () => void): () => void {
    this.#replacementListeners.add(listener)
    return () => this.#replacementListeners.delete(listener)
  }

  /** Closes all parts; a second call has no effect. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    closeParts(this)
  }
}

function closeParts(parts: NodeParts): void {
  parts.pruning?.close()
  parts.callIndexing?.close()
  parts.peg?.close()
  void parts.peers?.close()
  parts.chain.close()
  parts.blockMaking.close()
  try {
    parts.submittedTransactions?.synchronise()
  } finally {
    parts.pool.close()
    parts.wallet?.lockAll()
    parts.data.store.close()
    parts.fork?.close()
  }
}
