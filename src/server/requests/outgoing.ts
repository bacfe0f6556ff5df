import { HeldBytes, type HeldBytesOptions } from '../limits/heldBytes.ts'
import { type Refusal, tooBusy, tooManyUnread } from '../refusals/refusals.ts'

/**
 * Counts the characters of answers and notifications that clients have not read yet. An answer is begun while its client is
 * below its bound, so a client exceeds the bound by one answer at most. When the total is reached, clients without unread
 * answers still get short ones, which are not counted.
 */
export class Outgoing {
  readonly #unread: HeldBytes

  constructor(options: HeldBytesOptions) {
    this.#unread = new HeldBytes(options)
  }

  /** Why a further request of a client is refused now. */
  refusalFor(client: string): Refusal | undefined {
    if (this.#unread.of(client) === undefined) return undefined
    if (this.#unread.isFull) return tooBusy()
    return this.isFullFor(client) ? tooManyUnread() : undefined
  }

  isFullFor(client: string): boolean {
    return this.#unread.isFullFor(client)
  }

  /** Counts a text until the returned function is called; undefined when the text must be discarded. */
  hold(client: string, length: number): (() => void) | undefined {
    return this.#unread.hold(client, length)
  }
}
