import type { Chain } from '../chain/chain.ts'
import type { Peg } from '../dev/peg/peg.ts'
import { MiningError } from '../mining/inputs/miningError.ts'
import type { PendingView } from '../mining/pendingBlock.ts'
import type { Peering } from '../peers/network/peering.ts'
import type { Submission, TransactionPool } from '../pool/pool.ts'
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
import type { Healing } from './services/healing.ts'
import type { NodeMining } from './services/nodeMining.ts'
import type { Pruning } from './services/pruning.ts'
import type { SubmittedTransactions } from './services/submittedTransactions.ts'

export interface NodeParts {
  readonly store: Store
  /** Where the store is kept; undefined if it is in memory. */
  readonly folder: StoreFolder | undefined
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly blockMaking: NodeMining
  readonly hasWork: boolean
  readonly wallet: Wallet | undefined
  readonly local: LocalChain | undefined
  readonly development: DevelopmentControls | undefined
  /** The chain from which this one started; undefined if it is not a fork. */
  readonly fork?: Fork | undefined
  readonly submittedTransactions: SubmittedTransactions | undefined
  /** Undefined when every state is kept. */
  readonly pruning: Pruning | undefined
  /** Undefined when calls are not recorded. */
  readonly callIndexing: CallIndexing | undefined
  readonly traces: Traces
  readonly callLog: CallLog | undefined
  /** Undefined when the data is in memory. */
  readonly healing: Healing | undefined
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

/** A node of one network: chain, pool, mining, wallet, traces and peers. */
export class Node {
  #parts: NodeParts
  #unfollow: () => void
  /** Opens a node with the same options as a fork, or without one; undefined if this node cannot change. */
  readonly #openAnother: ((fork: ForkOptions | undefined) => Promise<Node>) | undefined
  readonly #replacementListeners = new Set<() => void>()
  #peers: Peering | undefined
  #peg: Peg | undefined
  #isClosed = false

  constructor(parts: NodeParts, openAnother?: (fork: ForkOptions | undefined) => Promise<Node>) {
    this.#parts = parts
    this.#openAnother = openAnother
    this.#unfollow = parts.chain.on('block', (block) => {
      parts.submittedTransactions?.forget(block.transactions)
      parts.callLog?.mined(block)
    })
  }

  get network(): Network {
    return this.#parts.chain.network
  }

  get chain(): Chain {
    return this.#parts.chain
  }

  get pool(): TransactionPool {
    return this.#parts.pool
  }

  /** The store for data that must survive the node; undefined if the node is in memory. */
  get lastingStore(): Store | undefined {
    return this.#parts.folder === undefined ? undefined : this.#parts.store
  }

  get data(): NodeData {
    const { store, folder } = this.#parts
    return { store, folder }
  }

  get traces(): Traces {
    return this.#parts.traces
  }

  /** Undefined on a public network. */
  get wallet(): Wallet | undefined {
    return this.#parts.wallet
  }

  /** Undefined on a public network without a coinbase. */
  get mining(): NodeMining | undefined {
    return this.#parts.hasWork ? this.#parts.blockMaking : undefined
  }

  /** Undefined on a public network. */
  get local(): LocalChain | undefined {
    return this.#parts.local
  }

  /** Undefined except on a development chain. */
  get development(): DevelopmentControls | undefined {
    return this.#parts.development
  }

  /** Minimum number of last blocks whose states are kept; undefined when all states are. */
  get history(): number | undefined {
    return this.#parts.pruning?.history
  }

  /** Undefined if the chain is not a fork. */
  get fork(): Fork | undefined {
    return this.#parts.fork
  }

  /** Undefined if call logging is off. */
  get callLog(): CallLog | undefined {
    return this.#parts.callLog
  }

  /** Undefined when calls are not recorded. */
  get callIndexing(): CallIndexing | undefined {
    return this.#parts.callIndexing
  }

  /** Restores damaged records; undefined when the data is in memory. */
  get healing(): Healing | undefined {
    return this.#parts.healing
  }

  /** Undefined if peering is off. */
  get peers(): Peering | undefined {
    return this.#peers
  }

  /** The peg with Bitcoin; undefined except on a development chain that was opened with one. */
  get peg(): Peg | undefined {
    return this.#peg
  }

  /** Sets the peg, which is closed with the node. */
  connect(peg: Peg): void {
    this.#peg = peg
  }

  /** Sets the peers, which are closed with the node. */
  join(peers: Peering): void {
    this.#peers = peers
    this.#parts.healing?.askPeers(peers)
  }

  /**
   * Adds a transaction to the pool, or returns the reason for its rejection. If blocks are mined per transaction, it
   * is mined on return, unless an earlier transaction of its sender is missing. One that cannot be stored or mined,
   * because the disk is full, is dropped: its sender is answered with an error and must be able to send it again.
   */
  submit(transaction: Transaction): Submission {
    const { pool, chain, submittedTransactions } = this.#parts
    const { hash } = transaction
    let submission: Submission
    try {
      const keep = submittedTransactions && (() => submittedTransactions.keep(transaction))
      submission = pool.add(transaction, { local: true, keep })
    } catch (error) {
      pool.remove(hash)
      throw error
    }
    if (submission.status === 'rejected' || pool.get(hash) !== undefined) return submission
    if (chain.head.transactions.includes(transaction) || chain.transaction(hash) !== undefined)
      return submission
    throw new MiningError('the pool accepted the transaction, but no block can include it')
  }

  /** Assembled on request and kept until the head, the pool or the clock changes. */
  pending(): PendingView {
    return this.#parts.blockMaking.pendingBlock.view()
  }

  /** Whether `forkAnother` works: for a development chain in memory. */
  get canFork(): boolean {
    return this.#openAnother !== undefined
  }

  /**
   * Replaces the chain by a fork of another, or by one with a first block of its own. All parts are new then: chain, pool,
   * wallet and clock. When the fork cannot be opened, the node stays as it is.
   */
  async forkAnother(fork: ForkOptions | undefined): Promise<void> {
    if (this.#openAnother === undefined) throw new RangeError('this chain cannot become a fork')
    const other = await this.#openAnother(fork)
    if (this.#isClosed) return other.close()
    const close = this.#closing()
    this.#parts = other.#parts
    this.#unfollow = other.#unfollow
    this.#peg = other.#peg
    for (const listener of this.#replacementListeners) listener()
    close()
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
    this.#closing()()
  }

  /** Closes the present parts when it is called. */
  #closing(): () => void {
    const {
      store,
      chain,
      pool,
      blockMaking,
      wallet,
      submittedTransactions,
      pruning,
      callIndexing,
      healing,
      fork,
    } = this.#parts
    const unfollow = this.#unfollow
    const peg = this.#peg
    return () => {
      unfollow()
      pruning?.close()
      callIndexing?.close()
      healing?.close()
      peg?.close()
      void this.#peers?.close()
      chain.close()
      blockMaking.close()
      try {
        submittedTransactions?.synchronise()
      } finally {
        pool.close()
        wallet?.lockAll()
        store.close()
        fork?.close()
      }
    }
  }
}
