import { wordKey } from '../../primitives/mapKeys.ts'

const lifetimeMs = 10 * 60 * 1000
/** Anybody may submit, so what is remembered is bounded. */
const maximumMiners = 10_000
/** A rate is 32 bytes; far less is far more than there is. */
const maximumRate = (1n << 256n) - 1n

interface SubmittedRate {
  readonly hashesPerSecond: bigint
  readonly expiresAtMs: number
}

/** Hash rates that miners report about themselves; nobody checks them. They expire. */
export class SubmittedHashRates {
  readonly #nowMs: () => number
  /** By the miner's own id, the oldest report first. */
  readonly #rates = new Map<string, SubmittedRate>()

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** A later report of the same miner replaces the earlier. False when the values are out of range. */
  submit(minerId: Uint8Array, hashesPerSecond: bigint): boolean {
    if (minerId.length !== 32 || hashesPerSecond < 0n || hashesPerSecond > maximumRate) return false
    this.#expire()
    const key = wordKey(minerId)
    this.#rates.delete(key)
    if (this.#rates.size >= maximumMiners) return false
    this.#rates.set(key, { hashesPerSecond, expiresAtMs: this.#nowMs() + lifetimeMs })
    return true
  }

  /** Hashes per second of all miners together. */
  get total(): bigint {
    this.#expire()
    let sum = 0n
    for (const { hashesPerSecond } of this.#rates.values()) sum += hashesPerSecond
    return sum
  }

  #expire(): void {
    const now = this.#nowMs()
    for (const [key, { expiresAtMs }] of this.#rates) {
      if (expiresAtMs > now) return
      this.#rates.delete(key)
    }
  }
}
