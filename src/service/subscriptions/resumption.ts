import type { Deliver, Pace, ResumedSubscription } from '../../rpc/method/subscribing.ts'
import type { PastTurns } from './pastTurns.ts'

/**
 * Maximum live payloads, and their characters, that are held until the past has been delivered; more end the subscription.
 */
const maximumHeld = 10_000
const maximumHeldCharacters = 4 << 20
/**
 * Maximum notifications, and their characters, in one turn of the event loop: sending them takes two or three milliseconds.
 */
const payloadsOfTurn = 256
const charactersOfTurn = 256 << 10

export interface ResumptionParts {
  /** Joins the live feed; returns the function that leaves it. */
  readonly join: (deliver: Deliver) => () => void
  /** The owner of the subscription. */
  readonly owner: string
  readonly turns: Pick<PastTurns, 'deliver'>
}

/**
 * A subscription that begins with the past: it joins the live feed first, and holds live payloads until all earlier ones
 * have been delivered.
 */
export class Resumption implements ResumedSubscription {
  #held: string[] = []
  #heldCharacters = 0
  #deliver: Deliver | undefined
  #pace: Pace | undefined
  #failure: Error | undefined
  #isStopped = false
  #past: ((pace: Pace) => AsyncIterable<readonly string[]>) | undefined
  #leave = () => {}
  readonly #parts: ResumptionParts

  constructor(parts: ResumptionParts) {
    this.#parts = parts
    this.#leave = this.#join()
  }

  /**
   * Moves the end of the past to now: held payloads, and news that are still being delivered to others, become part of the
   * past.
   */
  restart(): void {
    if (this.#isStopped) return
    this.#forgetHeld()
    const leave = this.#leave
    this.#leave = this.#join()
    leave()
  }

  from(past: (pace: Pace) => AsyncIterable<readonly string[]>): this {
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
    this.#forgetHeld()
    this.#leave()
  }

  #join(): () => void {
    return this.#parts.join((payload) => {
      if (this.#deliver === undefined) this.#hold(payload)
      else this.#deliver(payload)
    })
  }

  #forgetHeld(): void {
    this.#held = []
    this.#heldCharacters = 0
  }

  /** Ends the subscription when the client reads what it has missed too slowly. */
  #hold(payload: string): void {
    if (this.#isStopped) return
    this.#held.push(payload)
    this.#heldCharacters += payload.length
    if (this.#held.length > maximumHeld || this.#heldCharacters > maximumHeldCharacters) {
      this.#failure = new Error('the client reads too slowly')
      this.#fail(this.#failure)
    }
  }

  #fail(reason: unknown): void {
    if (this.#isStopped) return
    this.cancel()
    this.#pace?.fail(reason)
  }

  async #run(deliver: Deliver, pace: Pace): Promise<void> {
    const room = (): Promise<void> => new Promise((resolve) => pace.whenRoom(resolve))
    // The client must get the id of its subscription first.
    await room()
    for await (const payloads of this.#past?.(pace) ?? []) {
      for (let start = 0; start < payloads.length; ) {
        if (this.#isStopped) return
        const end = endOfTurn(payloads, start)
        await this.#deliverPart(payloads.slice(start, end), deliver)
        await room()
        start = end
      }
    }
    while (this.#held.length > payloadsOfTurn) {
      await this.#deliverPart(this.#takeHeld(payloadsOfTurn), deliver)
      await room()
    }
    if (this.#isStopped) return
    this.#deliver = deliver
    for (const payload of this.#takeHeld(payloadsOfTurn)) deliver(payload)
  }

  /** Of all resumed subscriptions of the server, one delivers in a turn of the event loop. */
  #deliverPart(payloads: readonly string[], deliver: Deliver): Promise<void> {
    const { owner, turns } = this.#parts
    return turns.deliver(owner, () => {
      if (!this.#isStopped) for (const payload of payloads) deliver(payload)
    })
  }

  #takeHeld(count: number): string[] {
    const taken = this.#held.splice(0, count)
    for (const { length } of taken) this.#heldCharacters -= length
    return taken
  }
}

/** The end of the payloads, from `start` on, that are sent in one turn of the event loop. */
function endOfTurn(payloads: readonly string[], start: number): number {
  let end = start
  for (let characters = 0; end < payloads.length && end - start < payloadsOfTurn; end++) {
    if (characters > charactersOfTurn) break
    characters += payloads[end]!.length
  }
  return end
}
