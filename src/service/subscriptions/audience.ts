import type { Deliver } from '../../rpc/method/subscribing.ts'

/** The subscribers to one feed. It follows its source only while it has subscribers. */
export class Audience {
  readonly #subscribers = new Set<Deliver>()
  readonly #follow: () => () => void
  #unfollow: (() => void) | undefined

  /** `follow` starts to deliver to the audience and returns the function that stops it. */
  constructor(follow: () => () => void) {
    this.#follow = follow
  }

  get isEmpty(): boolean {
    return this.#subscribers.size === 0
  }

  /** Returns the function that leaves the audience. */
  join(deliver: Deliver): () => void {
    // A function of its own, so that a subscriber that joins twice is delivered to twice.
    const subscriber: Deliver = (payload) => deliver(payload)
    this.#subscribers.add(subscriber)
    this.#unfollow ??= this.#follow()
    return () => {
      this.#subscribers.delete(subscriber)
      if (!this.isEmpty) return
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  /** The text of the payload is written once for all subscribers. */
  deliver(payload: unknown): void {
    this.deliverText(JSON.stringify(payload))
  }

  deliverText(text: string): void {
    for (const subscriber of this.#subscribers) subscriber(text)
  }
}
