import type { Address } from '../primitives/bytes.ts'
import { addressKey } from '../primitives/mapKeys.ts'

interface UnlockedKey {
  readonly key: Uint8Array
  readonly untilMs: number
}

/**
 * Unencrypted private keys, each with a time limit. There are no timers: every use of the collection first wipes the
 * expired keys.
 */
export class UnlockedKeys {
  readonly #clock: () => number
  readonly #keys = new Map<string, UnlockedKey>()
  #nextExpiryMs = Number.POSITIVE_INFINITY

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Takes ownership of the key and wipes it later. Replaces and wipes an earlier key of the address. */
  put(address: Address, key: Uint8Array, durationMs: number): void {
    this.remove(address)
    const untilMs = this.#clock() + durationMs
    this.#keys.set(addressKey(address), { key, untilMs })
    this.#nextExpiryMs = Math.min(this.#nextExpiryMs, untilMs)
  }

  /** The key itself, not a copy: it is zeroed when the account is locked. */
  get(address: Address): Uint8Array | undefined {
    this.#wipeExpired()
    return this.#keys.get(addressKey(address))?.key
  }

  /** Wipes the key; false if the address has no key. */
  remove(address: Address): boolean {
    this.#wipeExpired()
    return this.#wipe(addressKey(address))
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
