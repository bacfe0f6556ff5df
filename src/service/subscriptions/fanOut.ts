import { Queue } from '../../primitives/work/queue.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import { ownTurn, Slice } from '../../primitives/work/turns.ts'

/** Maximum waiting news; beyond it, adding news first delivers older news. */
const maximumNews = 1_000
/**
 * Maximum waiting deliveries of all owners; while there are more, the next news waits. A delivery takes some hundred bytes.
 */
const maximumDeliveries = 100_000

/** An owner of subscriptions with waiting deliveries. */
interface Owner {
  readonly name: string
  readonly deliveries: Queue<Steps<void>>
}

/**
 * Delivers the news of one service to its subscribers. A block with thousands of logs has millions of notifications for many
 * subscriptions, so the work is done in slices: the first at once, the others each in a turn of the event loop of its own.
 * Finding the owners of matching subscriptions takes little time for each owner and comes first. Then owners take turns, a
 * step each, so no owner waits for all notifications of another. Each gets the news in order.
 *
 * The turns are not those of a `FairQueue`: a step takes some microseconds, less than choosing among thousands of owners by
 * their time, and all steps have the same bound.
 */
export class FanOut {
  readonly #report: (error: unknown) => void
  readonly #news = new Queue<Steps<void>>()
  readonly #owners = new Map<string, Owner>()
  /** The owners in the order of their turns. */
  readonly #turns = new Queue<Owner>()
  #deliveries = 0
  #last = 0
  #isBusy = false
  #isStepping = false

  /** `report` receives the errors of news that cannot be delivered. */
  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** The number of the last news. A subscriber that joins now gets those with a higher number. */
  get last(): number {
    return this.#last
  }

  /** `find` gets the number of the news, and calls `schedule` for the owners of subscriptions to it. */
  add(find: (number: number) => Steps<void>): void {
    this.#last++
    this.#news.add(find(this.#last))
    if (!this.#isBusy) this.#work()
    else while (this.#news.length > maximumNews && !this.#isStepping) this.#step()
  }

  /** Delivers to subscriptions of an owner, after its earlier deliveries. */
  schedule(name: string, delivery: Steps<void>): void {
    this.#deliveries++
    const waiting = this.#owners.get(name)
    if (waiting !== undefined) {
      waiting.deliveries.add(delivery)
      return
    }
    const owner: Owner = { name, deliveries: new Queue() }
    owner.deliveries.add(delivery)
    this.#owners.set(name, owner)
    this.#turns.add(owner)
  }

  get #hasWork(): boolean {
    return this.#news.length > 0 || this.#deliveries > 0
  }

  #work(): void {
    this.#isBusy = true
    for (const slice = new Slice(); this.#hasWork && !slice.isOver; ) this.#step()
    this.#isBusy = this.#hasWork
    if (this.#isBusy) void ownTurn().then(() => this.#work())
  }

  #step(): void {
    if (this.#news.length > 0 && this.#deliveries < maximumDeliveries) {
      if (this.#isDone(this.#news.first)) this.#news.take()
      return
    }
    const owner = this.#turns.take()
    if (owner === undefined) return
    if (this.#isDone(owner.deliveries.first)) {
      owner.deliveries.take()
      this.#deliveries--
    }
    if (owner.deliveries.length > 0) this.#turns.add(owner)
    else this.#owners.delete(owner.name)
  }

  /** Runs one step of the work; returns whether it was the last one. */
  #isDone(work: Steps<void> | undefined): boolean {
    this.#isStepping = true
    try {
      return work?.next().done !== false
    } catch (error) {
      this.#report(error)
      return true
    } finally {
      this.#isStepping = false
    }
  }
}
