/** A generator of random numbers: the same seed gives the same numbers. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** 32 random bits (the "splitmix" mixing function on a counter). */
  bits(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0
    let mixed = this.#state ^ (this.#state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return (mixed ^ (mixed >>> 15)) >>> 0
  }

  below(limit: number): number {
    return this.bits() % limit
  }

  chance(oneIn: number): boolean {
    return this.below(oneIn) === 0
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  /** Each value as often as its weight says. */
  pickByWeight<T extends { readonly weight: number }>(values: readonly T[]): T {
    let left = this.below(values.reduce((sum, { weight }) => sum + weight, 0))
    for (const value of values) {
      left -= value.weight
      if (left < 0) return value
    }
    throw new RangeError('there is nothing to pick')
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.below(256))
  }

  #wide(): bigint {
    let value = 0n
    for (let i = 0; i < 8; i++) value = (value << 32n) | BigInt(this.bits())
    return value
  }

  /** A 256-bit word, often at a limit of the arithmetic. */
  word(): bigint {
    const power = 1n << BigInt(this.below(256))
    switch (this.below(9)) {
      case 0:
        return BigInt(this.below(4))
      case 1:
        return BigInt(this.below(256))
      case 2:
        return BigInt(this.below(65536))
      case 3:
        return power
      case 4:
        return power - 1n
      case 5:
        return 2n ** 256n - power
      case 6:
        return 2n ** 256n - 1n - BigInt(this.below(1000))
      case 7:
        return this.#wide() >> BigInt(this.below(256))
      default:
        return this.#wide()
    }
  }
}
