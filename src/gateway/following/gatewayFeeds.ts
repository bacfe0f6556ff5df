import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { Deliver, SubscriptionFeeds } from '../../rpc/method/subscribing.ts'
import { type Logger, reasonOf } from '../../server/log/logger.ts'
import { Audience } from '../../service/subscriptions/audience.ts'
import { FanOut } from '../../service/subscriptions/fanOut.ts'
import { LogAudiences } from '../../service/subscriptions/logAudiences.ts'
import type { HeightFloor } from '../nodes/heightFloor.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { ChainFollower, type ChainListener } from './chainFollower.ts'
import type { FollowedBlock, FollowedLog } from './followedBlock.ts'
import { PendingFollower } from './pendingFollower.ts'

export interface GatewayFeedsParts {
  readonly network: string
  readonly nodes: NodeSet
  readonly floor: Pick<HeightFloor, 'noteAnnouncement'>
  readonly logger: Logger
}

/** What a gateway delivers to subscribers. It follows the nodes once for all of them, while there are any. */
export class GatewayFeeds implements SubscriptionFeeds, ChainListener {
  readonly #parts: GatewayFeedsParts
  readonly #fanOut: FanOut
  readonly #logs: LogAudiences
  readonly #heads: Audience
  readonly #pending: Audience
  readonly #syncing: Audience
  #follower: ChainFollower | undefined
  #isSyncing = false

  constructor(parts: GatewayFeedsParts) {
    const { nodes } = parts
    this.#parts = parts
    const fanOut = new FanOut((error) => this.failed(error))
    this.#fanOut = fanOut
    this.#logs = new LogAudiences(fanOut)
    this.#heads = new Audience(fanOut)
    this.#pending = new Audience(fanOut, () => {
      const follower = new PendingFollower(nodes, (hash) => this.#pending.deliver(hash))
      return () => follower.close()
    })
    this.#syncing = new Audience(fanOut, () => {
      this.#isSyncing = this.#areSyncing
      return nodes.onChange(() => this.#deliverSyncing())
    })
  }

  get wantsLogs(): boolean {
    return !this.#logs.isEmpty
  }

  newHeads(owner: string, deliver: Deliver): () => void {
    return this.#following(this.#heads.join(owner, deliver))
  }

  logs(criterion: LogCriterion, owner: string, deliver: Deliver): () => void {
    return this.#following(this.#logs.join(criterion, owner, deliver))
  }

  newPendingTransactions(owner: string, deliver: Deliver): () => void {
    return this.#pending.join(owner, deliver)
  }

  syncing(owner: string, deliver: Deliver): () => void {
    return this.#syncing.join(owner, deliver)
  }

  /** After a block is announced, any gateway of the fleet answers its subscribers from at least that height. */
  announce(height: number): Promise<void> | undefined {
    return this.#parts.floor.noteAnnouncement(height)
  }

  /** The logs of a block come before its head. */
  joined({ logs, headText }: FollowedBlock): void {
    this.#scheduleLogs(logs, false)
    this.#fanOut.add((news) => this.#heads.schedule(headText, news))
  }

  left({ logs }: FollowedBlock): void {
    this.#scheduleLogs(logs, true)
  }

  lost(): void {
    const { logger, network } = this.#parts
    logger.log('warn', 'reorganisation-too-deep', { network })
  }

  failed(error: unknown): void {
    const { logger, network } = this.#parts
    logger.log('error', 'failed', { network, reason: reasonOf(error) })
  }

  close(): void {
    this.#follower?.close()
    this.#follower = undefined
  }

  #scheduleLogs(logs: readonly FollowedLog[], removed: boolean): void {
    const audiences = this.#logs
    this.#fanOut.add(function* (news) {
      for (const log of logs) {
        yield* audiences.schedule(log, () => JSON.stringify({ ...log, removed }), news)
        yield
      }
    })
  }

  /** Follows the chain until the last subscriber has left. */
  #following(leave: () => void): () => void {
    this.#follower ??= new ChainFollower(this.#parts.nodes, this)
    return () => {
      leave()
      if (this.#heads.isEmpty && this.#logs.isEmpty) this.close()
    }
  }

  get #areSyncing(): boolean {
    const { useful } = this.#parts.nodes
    return useful.length > 0 && useful.every(({ status }) => status?.isSyncing === true)
  }

  /** Only the start and the end of catching up are delivered. */
  #deliverSyncing(): void {
    const isSyncing = this.#areSyncing
    if (isSyncing === this.#isSyncing) return
    this.#isSyncing = isSyncing
    const block = this.#parts.nodes.bestHeight
    const status = { startingBlock: block, currentBlock: block, highestBlock: block }
    this.#syncing.deliver(isSyncing ? { syncing: true, status } : false)
  }
}
