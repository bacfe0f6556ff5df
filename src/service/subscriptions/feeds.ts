import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { SyncStatus } from '../../peers/sync/syncProgress.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { Deliver, SubscriptionFeeds } from '../../rpc/method/subscribing.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import { shownBloom } from '../../rpc/shapes/blockShape.ts'
import { headShape } from '../../rpc/shapes/headShape.ts'
import { JsonWriter } from '../../rpc/shapes/jsonWriter.ts'
import { logText } from '../../rpc/shapes/logShape.ts'
import { transactionShape } from '../../rpc/shapes/transactionShape.ts'
import { Audience } from './audience.ts'
import { FanOut } from './fanOut.ts'
import { LogAudiences } from './logAudiences.ts'

const everyLog: LogCriterion = { addresses: [], topics: [] }

/** Deliver until the function that they return is called. */
export interface ElsewhereFeeds {
  newPendingTransactions(owner: string, deliver: Deliver): () => void
  syncing(owner: string, deliver: Deliver): () => void
}

export interface FeedsParts {
  /** Feeds of events that this process does not see itself. */
  readonly elsewhere?: Partial<ElsewhereFeeds> | undefined
  /** Receives the errors of news that cannot be delivered. */
  readonly report: (error: unknown) => void
}

/** What a node delivers to subscribers. It follows the chain once for all of them. */
export class Feeds implements SubscriptionFeeds {
  readonly #node: RpcNode
  readonly #fanOut: FanOut
  readonly #logs: LogAudiences
  readonly #heads: Audience
  readonly #syncing: Audience
  readonly #pending: Audience
  readonly #wholePending: Audience
  readonly #elsewhere: Partial<ElsewhereFeeds>
  readonly #unfollow: readonly (() => void)[]
  #isSyncing: boolean

  constructor(node: RpcNode, { elsewhere = {}, report }: FeedsParts) {
    this.#fanOut = new FanOut(report)
    this.#logs = new LogAudiences(this.#fanOut)
    this.#heads = new Audience(this.#fanOut)
    this.#syncing = new Audience(this.#fanOut)
    this.#elsewhere = elsewhere
    const { chain, pool } = node
    this.#node = node
    this.#isSyncing = node.peers?.syncStatus !== undefined
    this.#pending = new Audience(this.#fanOut, () =>
      pool.onPending((transactions) => {
        for (const { hash } of transactions) this.#pending.deliver(toHex(hash))
      }),
    )
    this.#wholePending = new Audience(this.#fanOut, () =>
      pool.onPending((transactions) => {
        for (const transaction of transactions)
          this.#wholePending.deliver(transactionShape(transaction, null))
      }),
    )
    this.#unfollow = [
      chain.on('reorg', ({ abandoned }) => {
        for (const block of abandoned) this.#deliverLogs(block, true)
      }),
      chain.on('block', (block) => this.#deliverBlock(block)),
    ]
  }

  /* Each of these delivers until the function that it returns is called. */

  newHeads(owner: string, deliver: Deliver): () => void {
    return this.#heads.join(owner, deliver)
  }

  logs(criterion: LogCriterion, owner: string, deliver: Deliver): () => void {
    return this.#logs.join(criterion, owner, deliver)
  }

  newPendingTransactions(owner: string, deliver: Deliver): () => void {
    return this.#elsewhere.newPendingTransactions?.(owner, deliver) ?? this.#pending.join(owner, deliver)
  }

  wholePendingTransactions(owner: string, deliver: Deliver): () => void {
    return this.#wholePending.join(owner, deliver)
  }

  syncing(owner: string, deliver: Deliver): () => void {
    return this.#elsewhere.syncing?.(owner, deliver) ?? this.#syncing.join(owner, deliver)
  }

  /** Whether somebody wants the logs of new blocks. */
  get hasLogSubscribers(): boolean {
    return !this.#logs.isEmpty
  }

  /** Stops following the chain. */
  close(): void {
    for (const unfollow of this.#unfollow) unfollow()
  }

  /** The logs of a block come before its head. */
  #deliverBlock(block: StoredBlock): void {
    this.#deliverLogs(block, false)
    if (!this.#heads.isEmpty)
      this.#heads.deliver(headShape(block.header, shownBloom(block, this.#node.chain.network)))
    this.#deliverSyncing(this.#node.peers?.syncStatus)
  }

  #deliverLogs(block: StoredBlock, isRemoved: boolean): void {
    if (!this.#logs.isEmpty) this.#fanOut.add((news) => this.#scheduleLogs(block, isRemoved, news))
  }

  /** The logs of a block are read once for all subscribers. */
  *#scheduleLogs(block: StoredBlock, isRemoved: boolean, news: number): Steps<void> {
    const writer = new JsonWriter()
    for (const found of this.#node.chain.logsOf(block, everyLog)) {
      const { address, topics } = found.log
      const inHex = { address: toHex(address), topics: topics.map(toHex) }
      yield* this.#logs.schedule(inHex, () => logText(found, isRemoved, writer), news)
      yield
    }
  }

  /** Only the start and the end of catching up with peers are delivered. */
  #deliverSyncing(status: SyncStatus | undefined): void {
    const isSyncing = status !== undefined
    if (isSyncing === this.#isSyncing) return
    this.#isSyncing = isSyncing
    this.#syncing.deliver(isSyncing ? { syncing: true, status } : false)
  }
}
