import { resultIn } from '../../remote/nodeAnswer.ts'
import type { GatewayNode } from '../nodes/gatewayNode.ts'
import type { NodeSet } from '../nodes/nodeSet.ts'
import { branchIn, type ChainNews, type FollowedBlock, newsIn } from './followedBlock.ts'

export interface ChainListener {
  /** Is called before a block of this height is announced to subscribers. If a promise is returned, they wait for it. */
  announce(height: number): Promise<void> | undefined
  /** A block has joined the best chain. */
  joined(block: FollowedBlock): void
  /** A block has left the best chain; the newest leaves first. */
  left(block: FollowedBlock): void
  /** The chain has changed below the blocks that are remembered: subscribers may miss logs. */
  lost(): void
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
    if (this.#depth === 'unknown' || (this.#depth === 'heads' && this.#listener.wantsLogs)) {
      void this.#remember()
      return
    }
    const node = this.#nextNode()
    if (node !== undefined) void this.#askNews(node)
  }

  async #askNews(node: GatewayNode): Promise<void> {
    this.#isAsking = true
    const { wantsLogs } = this.#listener
    const known = this.#blocks.map(({ hash }) => hash).reverse()
    const answer = await node.askForGateway('fleet_chainSince', [known, wantsLogs], limits)
    if (answer === undefined) {
      this.#isAsking = false
      this.#followed = undefined
      this.#followLater()
      return
    }
    const news = newsIn(resultIn(answer.body) ?? '')
    const height = news?.blocks.at(-1)?.number
    if (height !== undefined) await this.#listener.announce(height)
    this.#heard(news, node, wantsLogs)
  }

  #heard(news: ChainNews | undefined, node: GatewayNode, hasLogs: boolean): void {
    if (this.#isClosed) return
    // A client has subscribed to logs while the question was asked without them.
    const isIncomplete = this.#listener.wantsLogs && !hasLogs
    const hasProgress = news !== undefined && !isIncomplete && this.#take(news, node)
    this.#isAsking = false
    if (hasProgress && !hasLogs) this.#depth = 'heads'
    if (hasProgress || isIncomplete) this.#follow()
    else this.#followLater()
  }

  /**
   * Asks for the blocks before the tip. When they leave the chain, this gateway announces their removal also to subscribers
   * that learned of them from another gateway.
   */
  async #remember(): Promise<void> {
    const tip = this.#blocks.at(-1)
    const { problem } = this.#followed ?? { problem: '' }
    const node = tip && (problem === undefined ? this.#followed : this.#nodes.choose(tip.number))
    if (tip === undefined || node === undefined) return
    this.#isAsking = true
    const { wantsLogs } = this.#listener
    const answer = await node.askForGateway('fleet_branch', [tip.hash, wantsLogs], limits)
    this.#isAsking = false
    if (answer === undefined) {
      this.#followLater()
      return
    }
    const branch = branchIn(resultIn(answer.body) ?? '') ?? []
    // A node without the tip is on another branch: nothing more can be learned about the blocks before the tip.
    const oldest = branch.at(-1)
    if (branch[0]?.hash === tip.hash && oldest !== undefined) {
      const older = this.#blocks.filter(({ number }) => number < oldest.number)
      this.#blocks = [...older, ...branch.toReversed()]
    }
    this.#depth = wantsLogs ? 'logs' : 'heads'
    this.#follow()
  }

  #followLater(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#follow(), pauseMs)
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

  /** Whether there was news. */
  #take({ ancestor, blocks, head }: ChainNews, node: GatewayNode): boolean {
    const kept = this.#blocks.findIndex(({ hash }) => hash === ancestor)
    const isSame = node === this.#followed
    const isHigher = (blocks.at(-1)?.number ?? head.number) > (this.#blocks.at(-1)?.number ?? 0)
    if (!isSame && !isHigher && this.#followed?.problem === undefined && this.#followed !== undefined)
      return false
    this.#followed = node
    for (const block of this.#blocks.splice(kept + 1).reverse()) this.#listener.left(block)
    if (kept < 0) {
      this.#listener.lost()
      this.#blocks = [head]
      this.#depth = 'unknown'
      return true
    }
    for (const block of blocks) {
      this.#blocks.push(block)
      this.#listener.joined(block)
    }
    this.#forgetOld()
    return blocks.length > 0
  }

  #forgetOld(): void {
    let logs = this.#blocks.reduce((count, block) => count + block.logs.length, 0)
    while (this.#blocks.length > 1 && (this.#blocks.length > rememberedBlocks || logs > rememberedLogs)) {
      logs -= this.#blocks.shift()?.logs.length ?? 0
    }
  }
}
