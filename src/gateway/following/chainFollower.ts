import { resultIn } from '../../remote/nodeAnswer.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { type ChainNews, type FollowedBlock, newsIn } from './followedBlock.ts'

export interface ChainListener {
  /** Is called before a block of this height is announced to subscribers. If a promise is returned, they wait for it. */
  announce(height: number): Promise<void> | undefined
  /** A block has joined the best chain. */
  joined(block: FollowedBlock): void
  /** A block has left the best chain; the newest leaves first. */
  left(block: FollowedBlock): void
  /** The chain has changed below the blocks that are remembered: subscribers may miss logs. */
  lost(): void
  /** A question or an announcement has failed; it is repeated. */
  failed(error: unknown): void
  readonly wantsLogs: boolean
}

/** What the follower remembers about the blocks before its first one. */
type Depth = 'unknown' | 'heads' | 'logs'

/** Number of remembered blocks. After a reorganisation, subscribers learn which of them have left the best chain. */
const rememberedBlocks = 256
const rememberedLogs = 50_000
/** A block of 10 million gas has logs of up to 15 MB, and a node ends an answer with the block that makes it long. */
const limits = { timeoutMs: 5_000, maximum: 64 << 20 }
/** Pause before another node is asked after a failure. */
const pauseMs = 100

/**
 * Follows the best chain through whichever node has it, without gaps. Every question names the blocks announced last, and
 * the answer continues after the first of them on the node's chain. So any node continues where another stopped, even if it
 * does not know an abandoned block.
 */
export class ChainFollower {
  readonly #nodes: NodeSet
  readonly #listener: ChainListener
  readonly #unfollow: () => void
  /** The newest is the last. */
  #blocks: FollowedBlock[] = []
  #followed: GatewayNode | undefined
  #depth: Depth = 'unknown'
  #isAsking = false
  /** The last subscriber has left, perhaps while a block was announced to it. */
  #isClosed = false
  #timer: NodeJS.Timeout | undefined

  constructor(nodes: NodeSet, listener: ChainListener) {
    this.#nodes = nodes
    this.#listener = listener
    this.#unfollow = nodes.onChange(() => this.#follow())
    this.#start()
    this.#follow()
  }

  close(): void {
    this.#unfollow()
    clearTimeout(this.#timer)
    this.#isClosed = true
  }

  /** Begins with the current best block. */
  #start(): void {
    const node = this.#nodes.choose(this.#nodes.bestHeight)
    const status = node?.status
    if (node === undefined || status === undefined) return
    this.#followed = node
    this.#blocks = [{ number: status.number, hash: status.hash, headText: '', logs: [] }]
  }

  #follow(): void {
    if (this.#isAsking || this.#isClosed) return
    if (this.#blocks.length === 0) this.#start()
    const node = this.#wantsPast ? this.#nodeOfTip() : this.#nextNode()
    if (node === undefined) return
    this.#isAsking = true
    const asked = this.#ask(node).catch((error: unknown) => {
      this.#listener.failed(error)
      return false
    })
    void asked.then((goesOn) => {
      this.#isAsking = false
      if (goesOn) this.#follow()
      else this.#followLater()
    })
  }

  /**
   * Whether to ask for the blocks before the tip. When they leave the chain, subscribers hear of them like those of a node,
   * also if a node tells that never had them.
   */
  get #wantsPast(): boolean {
    return this.#depth === 'unknown' || (this.#depth === 'heads' && this.#listener.wantsLogs)
  }

  /** Returns whether to ask again at once. */
  async #ask(node: GatewayNode): Promise<boolean> {
    const { wantsLogs } = this.#listener
    const known = this.#blocks.map(({ hash }) => hash).reverse()
    const answer = await node.askForGateway('fleet_changesSince', [known, wantsLogs, this.#wantsPast], limits)
    if (answer === undefined) {
      this.#followed = undefined
      return false
    }
    const news = newsIn(resultIn(answer.body) ?? '')
    const height = news?.joined.at(-1)?.number
    if (height !== undefined) await this.#listener.announce(height)
    if (news === undefined || this.#isClosed) return false
    // A client has subscribed to logs while the question was asked without them.
    if (this.#listener.wantsLogs && !wantsLogs) return true
    if (!this.#take(news, node)) return false
    if (!wantsLogs) this.#depth = 'heads'
    else if (news.past.length > 0) this.#depth = 'logs'
    return news.joined.length > 0
  }

  #followLater(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#follow(), pauseMs)
  }

  /** The node that knows the blocks before the tip. */
  #nodeOfTip(): GatewayNode | undefined {
    const tip = this.#blocks.at(-1)
    const followed = this.#followed
    if (followed !== undefined && followed.problem === undefined) return followed
    return tip && this.#nodes.choose(tip.number)
  }

  /**
   * The node that has news. The node that was followed last decides about blocks of the same height, so that two nodes on
   * different branches do not take turns; another one takes over when it is higher.
   */
  #nextNode(): GatewayNode | undefined {
    const tip = this.#blocks.at(-1)
    if (tip === undefined) return undefined
    const followed = this.#followed
    const isUseful = followed !== undefined && followed.problem === undefined
    if (isUseful && followed.status?.hash !== tip.hash && followed.height >= this.#nodes.latestHeight)
      return followed
    const best = this.#nodes.choose(tip.number + 1)
    if (best !== undefined) return best
    // When the followed node is away, a node of the same height may know that its newest blocks have been abandoned.
    if (isUseful) return undefined
    return this.#nodes.useful.find(({ status, height }) => height === tip.number && status?.hash !== tip.hash)
  }

  /** Whether the node decides about the chain. */
  #take({ ancestor = -1, left, past, joined }: ChainNews, node: GatewayNode): boolean {
    const newest = joined.at(-1) ?? past[0]
    const isHigher = (newest?.number ?? ancestor) > (this.#blocks.at(-1)?.number ?? 0)
    const followed = this.#followed
    if (node !== followed && !isHigher && followed !== undefined && followed.problem === undefined)
      return false
    this.#followed = node
    // The node has read the logs of a block that was remembered without them.
    const leaving = new Map(
      this.#blocks.filter(({ number }) => number > ancestor).map((block) => [block.hash, block]),
    )
    for (const block of left) leaving.set(block.hash, block)
    for (const block of [...leaving.values()].sort((one, other) => other.number - one.number))
      this.#listener.left(block)
    if (ancestor < 0) this.#listener.lost()
    const oldest = past.at(-1)?.number ?? Number.POSITIVE_INFINITY
    const kept = this.#blocks.filter(({ number }) => number <= ancestor && number < oldest)
    this.#blocks = [...kept, ...past.toReversed(), ...joined]
    for (const block of joined) this.#listener.joined(block)
    this.#forgetOld()
    return true
  }

  #forgetOld(): void {
    let logs = this.#blocks.reduce((count, block) => count + block.logs.length, 0)
    while (this.#blocks.length > 1 && (this.#blocks.length > rememberedBlocks || logs > rememberedLogs)) {
      logs -= this.#blocks.shift()?.logs.length ?? 0
    }
  }
}
