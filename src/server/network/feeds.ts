import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { toHex } from '../../primitives/hex.ts'
import type { RpcNode, SyncStatus } from '../../rpc/rpcNode.ts'
import type { Deliver } from '../endpoint.ts'
import { Audience } from './audience.ts'
import { headShape } from './headShape.ts'
import { LogFeed } from './logFeed.ts'

/** What a node tells those who have subscribed. It follows the chain once, for all of them. */
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
        for (const { hash } of transactions) this.#pending.tell(toHex(hash))
      }),
    )
    this.#unfollow = [
      chain.on('reorg', ({ abandoned }) => {
        for (const block of abandoned) this.#logs.tell(block, true)
      }),
      chain.on('block', (block) => this.#tellBlock(block)),
    ]
  }

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

  close(): void {
    for (const unfollow of this.#unfollow) unfollow()
  }

  /** The logs of a block come before its head. */
  #tellBlock(block: StoredBlock): void {
    this.#logs.tell(block, false)
    if (!this.#heads.isEmpty) this.#heads.tell(headShape(block.header))
    this.#tellSyncing(this.#node.peers?.syncStatus)
  }

  /** Only the beginning and the end of catching up with peers are news. */
  #tellSyncing(status: SyncStatus | undefined): void {
    const isSyncing = status !== undefined
    if (isSyncing === this.#isSyncing) return
    this.#isSyncing = isSyncing
    this.#syncing.tell(isSyncing ? { syncing: true, status } : false)
  }
}
