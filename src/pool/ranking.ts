import { BinaryHeap } from './binaryHeap.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import type { SenderQueue } from './senderQueue.ts'

/** An order of the pool's transactions that keeps the order within each sender. */
interface Order {
  readonly before: (a: PooledTransaction, b: PooledTransaction) => boolean
  /** The first transaction of a sender in this order; undefined if the sender is not part of it. */
  readonly first: (queue: SenderQueue) => PooledTransaction | undefined
  readonly next: (queue: SenderQueue, pooled: PooledTransaction) => PooledTransaction | undefined
}

/** Pending transactions by price, by nonce within a sender, the earliest first at the same price. */
export const executionOrder: Order = {
  before: (a, b) => (a.gasPrice === b.gasPrice ? a.sequence < b.sequence : a.gasPrice > b.gasPrice),
  first: (queue) => queue.firstPending,
  next: (queue, pooled) => queue.pendingAfter(pooled),
}

/**
 * The order in which transactions leave a full pool: queued before pending, then the cheapest, then the latest.
 * Within a sender the highest nonce leaves first, so that no gap opens.
 */
export const evictionOrder: Order = {
  before: (a, b) => {
    if (a.pending !== b.pending) return b.pending
    return a.gasPrice === b.gasPrice ? a.sequence > b.sequence : a.gasPrice < b.gasPrice
  },
  first: (queue) => queue.last,
  next: (queue, pooled) => queue.before(pooled),
}

interface Step {
  readonly queue: SenderQueue
  readonly pooled: PooledTransaction
  /** The place of the queue in the heap; undefined for transactions after its first. */
  readonly place: number | undefined
}

/** Senders ranked by their first transaction in an order; an update takes logarithmic time. */
export class Ranking {
  readonly #order: Order
  readonly #heap: BinaryHeap<SenderQueue>

  constructor(order: Order, queues: Iterable<SenderQueue>) {
    this.#order = order
    this.#heap = new BinaryHeap((a, b) => order.before(order.first(a)!, order.first(b)!))
    for (const queue of queues) this.update(queue)
  }

  /** Moves a sender whose transactions changed to its new place. Must follow the changes of each sender at once. */
  update(queue: SenderQueue): void {
    const isRanked = this.#heap.has(queue)
    if (this.#order.first(queue) === undefined) {
      if (isRanked) this.#heap.remove(queue)
    } else if (isRanked) this.#heap.fix(queue)
    else this.#heap.push(queue)
  }

  /**
   * All transactions in order, each in logarithmic time. The heap is not changed: the walk keeps the next unvisited
   * transaction of each branch that it has entered.
   */
  *walk(): Generator<PooledTransaction> {
    const { before, next } = this.#order
    const frontier = new BinaryHeap<Step>((a, b) => before(a.pooled, b.pooled))
    this.#enter(frontier, 0)
    for (let step = frontier.pop(); step; step = frontier.pop()) {
      yield step.pooled
      const following = next(step.queue, step.pooled)
      if (following) frontier.push({ queue: step.queue, pooled: following, place: undefined })
      if (step.place === undefined) continue
      this.#enter(frontier, 2 * step.place + 1)
      this.#enter(frontier, 2 * step.place + 2)
    }
  }

  #enter(frontier: BinaryHeap<Step>, place: number): void {
    const queue = this.#heap.at(place)
    if (queue) frontier.push({ queue, pooled: this.#order.first(queue)!, place })
  }
}
