import type { Steps } from '../../primitives/work/steps.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import type { FanOut } from './fanOut.ts'

interface Member {
  readonly deliver: Deliver
  /** The number of the last news before it joined. */
  readonly since: number
}

/** Deliveries between which others may have a turn; each takes about a microsecond. */
const deliveriesOfStep = 32

/** The subscribers to one feed. It follows its source only while it has subscribers. */
export class Audience {
  readonly #fanOut: FanOut
  readonly #members = new Set<Member>()
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
  join(deliver: Deliver): () => void {
    const member: Member = { deliver, since: this.#fanOut.last }
    this.#members.add(member)
    this.#unfollow ??= this.#follow()
    return () => {
      this.#members.delete(member)
      if (!this.isEmpty) return
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  /** The text of the payload is written once for all subscribers. */
  deliver(payload: unknown): void {
    const text = JSON.stringify(payload)
    this.#fanOut.add((news) => this.tell(text, news))
  }

  /** Delivers to those that joined before the news with this number. */
  *tell(text: string, news: number): Steps<void> {
    let delivered = 0
    for (const { deliver, since } of this.#members) {
      if (since >= news) continue
      deliver(text)
      if (++delivered % deliveriesOfStep === 0) yield
    }
  }
}
