import type { HeldBytes } from '../limits/heldBytes.ts'

/** Bytes of an incomplete message that are not counted: many sockets with so few are within the memory of a server. */
const uncountedBytes = 128 * 1024

/** The bytes of a message that has not been received as a whole, which count among the bodies of its client. */
export class IncompleteMessage {
  readonly #client: string
  readonly #incoming: HeldBytes
  #bytes = 0
  readonly #held: (() => void)[] = []

  constructor(client: string, incoming: HeldBytes) {
    this.#client = client
    this.#incoming = incoming
  }

  /** False when the client must not send more. */
  add(length: number): boolean {
    this.#bytes += length
    if (this.#bytes <= uncountedBytes) return true
    const leave = this.#incoming.hold(this.#client, length)
    if (leave !== undefined) this.#held.push(leave)
    return leave !== undefined
  }

  /** The message is complete, or will never be. */
  end(): void {
    this.#bytes = 0
    if (this.#held.length > 0) for (const leave of this.#held.splice(0)) leave()
  }
}
