import type { Steps } from '../../primitives/work/steps.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import type { FanOut } from './fanOut.ts'

/** A subscription. */
export interface Member {
  readonly deliver: Deliver
  /** The number of the last news before it joined. */
  readonly since: number
}

/** Number of deliveries, or of owners, in one step; each takes about a microsecond. */
export const countOfStep = 32

/** The subscribers to one feed. It follows its source only while it has subscribers. */
export class Audience {
  readonly #fanOut: FanOut
  readonly #members = new Map<string, Set<Member>>()
  readonly #follow: () => () => void
  #unfollow: (() => void) | undefined

  /** `follow` starts to deliver to the audience and returns the function that stops it. */
  constructor(fanOut: FanOut, follow: () => () => void = () => () => {}) {
    this.#fanOut = fanOut
    this.#follow = follow
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Returns the function that leaves the audience. */
  join(owner: string, deliver: Deliver): () => void {
    const members = this.#members.get(owner) ?? new Set()
    const member: Member = { deliver, since: this.#fanOut.last }
    this.#members.set(owner, members.add(member))
    this.#unfollow ??= this.#follow()
    return () => {
      if (!members.delete(member) || members.size > 0) return
      this.#members.delete(owner)
      if (!this.isEmpty) return
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  /** The text of the payload is written once for all subscribers. */
  deliver(payload: unknown): void {
    const text = JSON.stringify(payload)
    this.#fanOut.add((news) => this.schedule(text, news))
  }

  /** Schedules the delivery of the news with this number. */
  *schedule(text: string, news: number): Steps<void> {
    let owners = 0
    for (const [owner, members] of this.#members) {
      this.#fanOut.schedule(owner, deliverTo(members, text, news))
      if (++owners % countOfStep === 0) yield
    }
  }
}

/** Delivers to members that joined before the news with this number. */
export function* deliverTo(members: Iterable<Member>, text: string, news: number): Steps<void> {
  let delivered = 0
  for (const { deliver, since } of members) {
    if (since >= news) continue
    deliver(text)
    if (++delivered % countOfStep === 0) yield
  }
}
