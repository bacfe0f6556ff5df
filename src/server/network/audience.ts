import type { Deliver } from '../endpoint.ts'

/** Those who want to be told the same things. Follows its source only while somebody listens. */
export class Audience {
  readonly #listeners = new Set<Deliver>()
  readonly #follow: () => () => void
  #unfollow: (() => void) | undefined

  /** `follow` begins to tell the audience and returns how to stop. */
  constructor(follow: () => () => void) {
    this.#follow = follow
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0
  }

  /** Returns how to leave. */
  join(deliver: Deliver): () => void {
    // A listener of its own, so that one who joins twice is told twice.
    const listener: Deliver = (payload) => deliver(payload)
    this.#listeners.add(listener)
    this.#unfollow ??= this.#follow()
    return () => {
      this.#listeners.delete(listener)
      if (!this.isEmpty) return
      this.#unfollow?.()
      this.#unfollow = undefined
    }
  }

  /** The text of the payload is made once for all. */
  tell(payload: unknown): void {
    this.tellText(JSON.stringify(payload))
  }

  tellText(text: string): void {
    for (const listener of this.#listeners) listener(text)
  }
}
