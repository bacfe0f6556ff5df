import { BinaryHeap } from './binaryHeap.ts'
import type { PooledTransaction } from './pooledTransaction.ts'
import type { SenderQueue } from './senderQueue.ts'

/** One order of the pool's transactions, in which every sender's own keep theirs. */
interface Order {
  readonly before: (a: PooledTransaction, b: PooledTransaction) => boolean
  /** Where a sender's transactions begin in this order; undefined when none takes part. */
  readonly first: (queue: SenderQueue) => PooledTransaction | undefined
  readonly next: (queue: SenderQueue, pooled: PooledTransaction) => PooledTransaction | undefined
  readonly placeOf: (queue: SenderQueue) => number
  readonly setPlace: (queue: SenderQueue, place: number) => void
}

/** Pending transactions by price, by nonce within a sender; at one price the earliest first. */
const executionOrder: Order = {
  before: (a, b) => (a.gasPrice === b.gasPrice ? a.sequence < b.sequence : a.gasPrice > b.gasPrice),
  first: (queue) => queue.firstPending,
  next: (queue, pooled) => queue.pendingAfter(pooled),
  placeOf: (queue) => queue.executionPlace,
  setPlace: (queue, place) => {
    queue.executionPlace = place
  },
}

/**
 * Who leaves first when the pool is full: queued before pending, then the cheapest, then the latest. A sender
 * loses the highest nonce first, so that nobody's transactions get a gap.
 */
const evictionOrder: Order = {
  before: (a, b) => {
    if (a.pending !== b.pending) return b.pending
    return a.gasPrice === b.gasPrice ? a.sequence > b.sequence : a.gasPrice < b.gasPrice
  },
  first: (queue) => queue.last,
  next: (queue, pooled) => queue.before(pooled),
  placeOf: (queue) => queue.evictionPlace,
  setPlace: (queue, place) => {
    queue.evictionPlace = place
  },
}

interface Step {
  readonly queue: SenderQueue
  readonly pooled: PooledTransaction
  /** Where the queue stands in the heap; undefined for transactions after its first. */
  readonly place: number | undefined
}

/** Senders ranked by their first transaction in an order; moving one costs the logarithm of their number. */
export class Ranking {
  readonly #order: Order
  readonly #heap: BinaryHeap<SenderQueue>

  private constructor(order: Order) {
    this.#order = order
    this.#heap = new BinaryHeap((a, b) => order.before(order.first(a)!, order.first(b)!), order.setPlace)
  }

  static byExecution(): Ranking {
    return new Ranking(executionOrder)
  }

  static byEviction(): Ranking {
    return new Ranking(evictionOrder)
  }

  /** Finds the place of a sender whose transactions have changed. Nothing else may change in between. */
  update(queue: SenderQueue): void {
    const place = this.#order.placeOf(queue)
    const takesPart = this.#order.first(queue) !== undefined
    if (place >= 0 && takesPart) this.#heap.fix(place)
    else if (takesPart) this.#heap.push(queue)
    else if (place >= 0) this.#heap.removeAt(place)
  }

  /**
   * All transactions in order, each found in the logarithm of how many came before it. The heap stays as it is:
   * the walk keeps the best not yet visited of every branch it has entered.
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
