import type { Address } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'

interface UnlockedKey {
  readonly key: Uint8Array
  readonly untilMs: number
}

/**
 * Private keys in the clear, each until its time is over. There are no timers: whenever the collection is
 * used, everything whose time is over is wiped first.
 */
export class UnlockedKeys {
  readonly #clock: () => number
  readonly #keys = new Map<string, UnlockedKey>()
  #nextExpiryMs = Number.POSITIVE_INFINITY

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Takes the key over: it will be wiped. A key that was there for the address makes room. */
  put(address: Address, key: Uint8Array, durationMs: number): void {
    this.remove(address)
    const untilMs = this.#clock() + durationMs
    this.#keys.set(toHexDigits(address), { key, untilMs })
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, untilMs)
  }

  /** The key itself, not a copy: it turns to zeros when the account is locked. */
  get(address: Address): Uint8Array | undefined {
    this.#wipeExpired()
    return this.#keys.get(toHexDigits(address))?.key
  }

  /** Whether there was a key. */
  remove(address: Address): boolean {
    this.#wipeExpired()
    return this.#wipe(toHexDigits(address))
  }

  clear(): void {
    for (const account of this.#keys.keys()) this.#wipe(account)
  }

  #wipeExpired(): void {
    const now = this.#clock()
    if (now < this.#nextExpiryMs) return
    this.#nextExpiryMs = Number.POSITIVE_INFINITY
    for (const [account, { untilMs }] of this.#keys) {
      if (untilMs <= now) this.#wipe(account)
      else this.#nextExpiryMs = Math.min(this.#nextExpiryMs, untilMs)
    }
  }

  #wipe(account: string): boolean {
    this.#keys.get(account)?.key.fill(0)
    return this.#keys.delete(account)
  }
}
