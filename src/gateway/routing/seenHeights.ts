import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'

const rememberedClients = 100_000
/**
 * After a minute without an answer of that height the client may be answered from a lower block: the chain was rolled
 * back, or the node with the higher block has been away for as long.
 */
const forgottenAfterMs = 60_000

interface Seen {
  number: number
  atMs: number
}

/** The heights that clients have seen: the next answer about the latest block must not be from a lower one. */
export class SeenHeights {
  readonly #seen = new BoundedMap<string, Seen>(rememberedClients)
  readonly #elapsedMs: () => number

  /** `elapsedMs` is a monotonic clock. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs
  }

  of(client: string): number {
    const seen = this.#seen.use(client)
    return seen === undefined || this.#elapsedMs() > seen.atMs + forgottenAfterMs ? 0 : seen.number
  }

  saw(client: string, number: number): void {
    const seen = this.#seen.get(client)
    if (seen === undefined) this.#seen.set(client, { number, atMs: this.#elapsedMs() })
    else if (number >= this.of(client)) {
      seen.number = number
      seen.atMs = this.#elapsedMs()
    }
  }

  /** A client has rolled a chain back. */
  forgetAll(): void {
    this.#seen.clear()
  }
}
