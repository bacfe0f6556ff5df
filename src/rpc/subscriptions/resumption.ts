import type { Deliver } from './audience.ts'

/** How fast a subscriber takes what it has missed. */
export interface Pace {
  /** Calls back, never at once, when the client has read enough for further notifications. */
  readonly whenRoom: (callBack: () => void) => void
  /** The subscription cannot go on: its client has to connect again. */
  readonly fail: (reason: unknown) => void
}

/** Live payloads that wait until the past has been delivered; more of them, or of their characters, end the subscription. */
const mostHeld = 10_000
const mostHeldCharacters = 4 << 20

/**
 * A subscription that begins with the past: live payloads are held from the moment at which it joins the others until
 * everything before that moment has been delivered.
 */
export class Resumption {
  #held: string[] = []
  #heldCharacters = 0
  #deliver: Deliver | undefined
  #pace: Pace | undefined
  #failure: Error | undefined
  #isStopped = false
  #past: AsyncIterable<readonly string[]> | undefined
  #leave = () => {}

  /** Joins the others; `join` returns the function that leaves them. */
  constructor(join: (deliver: Deliver) => () => void) {
    this.#leave = join((payload) => {
      if (this.#deliver === undefined) this.#hold(payload)
      else this.#deliver(payload)
    })
  }

  /** The past ends now: what was held is part of it. */
  restart(): void {
    this.#held = []
    this.#heldCharacters = 0
  }

  from(past: AsyncIterable<readonly string[]>): this {
    this.#past = past
    return this
  }

  /** Begins to deliver and returns the function that stops it. */
  follow(deliver: Deliver, pace: Pace): () => void {
    this.#pace = pace
    if (this.#failure === undefined)
      void this.#run(deliver, pace).catch((error: unknown) => this.#fail(error))
    else pace.fail(this.#failure)
    return () => this.cancel()
  }

  cancel(): void {
    this.#isStopped = true
    this.restart()
    this.#leave()
  }

  /** A client that does not read what it has missed holds no more than this. */
  #hold(payload: string): void {
    if (this.#isStopped) return
    this.#held.push(payload)
    this.#heldCharacters += payload.length
    if (this.#held.length > mostHeld || this.#heldCharacters > mostHeldCharacters) {
      this.#failure = new Error('the client reads too slowly')
      this.#fail(this.#failure)
    }
  }

  #fail(reason: unknown): void {
    if (this.#isStopped) return
    this.cancel()
    this.#pace?.fail(reason)
  }

  async #run(deliver: Deliver, { whenRoom }: Pace): Promise<void> {
    const room = (): Promise<void> => new Promise((resolve) => whenRoom(resolve))
    // The client learns the id of its subscription first.
    await room()
    for await (const payloads of this.#past ?? []) {
      if (this.#isStopped) return
      for (const payload of payloads) deliver(payload)
      if (payloads.length > 0) await room()
    }
    if (this.#isStopped) return
    this.#deliver = deliver
    for (const payload of this.#held.splice(0)) deliver(payload)
  }
}
