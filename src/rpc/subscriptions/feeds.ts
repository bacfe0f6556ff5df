import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { toHex } from '../../primitives/hex.ts'
import type { RpcNode, SyncStatus } from '../node/rpcNode.ts'
import { headShape } from '../shapes/head.ts'
import { Audience, type Deliver } from './audience.ts'
import { LogFeed } from './logFeed.ts'

/** What a node delivers to subscribers. It follows the chain once for all of them. */
export class Feeds {
  readonly #node: RpcNode
  readonly #logs: LogFeed
  readonly #heads = new Audience(() => () => {})
  readonly #syncing = new Audience(() => () => {})
  readonly #pending: Audience
  readonly #unfollow: readonly (() => void)[]
  #isSyncing: boolean

  constructor(node: RpcNode) {
    const { chain, pool } = node
    this.#node = node
    this.#logs = new LogFeed(chain)
    this.#isSyncing = node.peers?.syncStatus !== undefined
    this.#pending = new Audience(() =>
      pool.onPending((transactions) => {
        for (const { hash } of transactions) this.#pending.deliver(toHex(hash))
      }),
    )
    this.#unfollow = [
      chain.on('reorg', ({ abandoned }) => {
        for (const block of abandoned) this.#logs.deliver(block, true)
      }),
      chain.on('block', (block) => this.#deliverBlock(block)),
    ]
  }

  /* Each of these delivers until the function that it returns is called. */

  newHeads(deliver: Deliver): () => void {
    return this.#heads.join(deliver)
  }

  logs(criterion: LogCriterion, deliver: Deliver): () => void {
    return this.#logs.subscribe(criterion, deliver)
  }

  newPendingTransactions(deliver: Deliver): () => void {
    return this.#pending.join(deliver)
  }

  syncing(deliver: Deliver): () => void {
    return this.#syncing.join(deliver)
  }

  /** Stops following the chain. */
  close(): void {
    for (const unfollow of this.#unfollow) unfollow()
  }

  /** The logs of a block come before its head. */
  #deliverBlock(block: StoredBlock): void {
    this.#logs.deliver(block, false)
    if (!this.#heads.isEmpty) this.#heads.deliver(headShape(block.header))
    this.#deliverSyncing(this.#node.peers?.syncStatus)
  }

  /** Only the start and the end of catching up with peers are delivered. */
  #deliverSyncing(status: SyncStatus | undefined): void {
    const isSyncing = status !== undefined
    if (isSyncing === this.#isSyncing) return
    this.#isSyncing = isSyncing
    this.#syncing.deliver(isSyncing ? { syncing: true, status } : false)
  }
}
