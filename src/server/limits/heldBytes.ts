import { isOwnMachine } from './clientAddress.ts'

export interface HeldBytesOptions {
  /** Bytes of all clients together. */
  readonly total: number
  /** Bytes of one client; programs on the server's machine that need no key share the total. */
  readonly perClient: number
}

/** Counts the bytes that the server holds for clients. A client exceeds its bound by one piece at most. */
export class HeldBytes {
  readonly #options: HeldBytesOptions
  readonly #held = new Map<string, number>()
  #length = 0

  constructor(options: HeldBytesOptions) {
    this.#options = options
  }

  get isFull(): boolean {
    return this.#length >= this.#options.total
  }

  holdsFor(client: string): boolean {
    return this.#held.has(client)
  }

  isFullFor(client: string): boolean {
    const { total, perClient } = this.#options
    return this.isFull || (this.#held.get(client) ?? 0) >= (isOwnMachine(client) ? total : perClient)
  }

  /** Counts bytes until the returned function is called; undefined when the client or all have too many. */
  hold(client: string, length: number): (() => void) | undefined {
    if (this.isFullFor(client)) return undefined
    this.#add(client, length)
    return () => this.#add(client, -length)
  }

  #add(client: string, length: number): void {
    this.#length += length
    const held = (this.#held.get(client) ?? 0) + length
    if (held > 0) this.#held.set(client, held)
    else this.#held.delete(client)
  }
}
