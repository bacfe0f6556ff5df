import { isOwnMachine } from '../limits/clientAddress.ts'
import { type Refusal, tooBusy, tooManyUnread } from '../refusals/refusals.ts'

export interface OutgoingOptions {
  /** Characters that all clients together may leave unread. */
  readonly total: number
  /** The same for one client; programs on the server's machine that need no key share the total. */
  readonly perClient: number
}

/**
 * Counts the characters of answers that clients have not read yet. An answer is begun while its client is below its
 * bound, so a client exceeds the bound by one answer at most. When the total is reached, clients without unread answers
 * still get short ones, which are not counted.
 */
export class Outgoing {
  readonly #options: OutgoingOptions
  readonly #unread = new Map<string, number>()
  #length = 0

  constructor(options: OutgoingOptions) {
    this.#options = options
  }

  /** Why a further request of a client is refused now. */
  refusalFor(client: string): Refusal | undefined {
    const unread = this.#unread.get(client)
    if (unread === undefined) return undefined
    if (this.#length >= this.#options.total) return tooBusy()
    return unread >= this.#maximumOf(client) ? tooManyUnread() : undefined
  }

  /** Counts a text until the returned function is called; undefined when the text must be discarded. */
  hold(client: string, length: number): (() => void) | undefined {
    const unread = this.#unread.get(client) ?? 0
    if (this.#length >= this.#options.total || unread >= this.#maximumOf(client)) return undefined
    this.#add(client, length)
    return () => this.#add(client, -length)
  }

  #maximumOf(client: string): number {
    const { total, perClient } = this.#options
    return isOwnMachine(client) ? total : perClient
  }

  #add(client: string, length: number): void {
    this.#length += length
    const unread = (this.#unread.get(client) ?? 0) + length
    if (unread > 0) this.#unread.set(client, unread)
    else this.#unread.delete(client)
  }
}
