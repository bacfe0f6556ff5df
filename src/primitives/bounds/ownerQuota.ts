/** One unit in this many is reserved for owners without any. */
const reservedDivisor = 4

/**
 * Units that owners take and give back, with a maximum in total and per owner; what is taken cannot be revoked. An owner gets
 * a further unit only while more unreserved ones are free than it already has, so owners that want all of them leave a quarter
 * to newcomers. Callers beyond it are refused, not queued; a `FairQueue` queues them.
 */
export class OwnerQuota {
  readonly #all: number
  readonly #perOwner: number
  readonly #taken = new Map<string, number>()
  #sum = 0

  constructor(all: number, perOwner: number) {
    this.#all = all
    this.#perOwner = perOwner
  }

  /** Takes a unit until `giveBack`; false when the owner may not have another. */
  take(owner: string): boolean {
    const taken = this.#taken.get(owner) ?? 0
    const free = this.#all - this.#sum
    const kept = taken === 0 ? 0 : this.#all / reservedDivisor
    if (taken >= Math.min(this.#perOwner, free - kept)) return false
    this.#taken.set(owner, taken + 1)
    this.#sum++
    return true
  }

  giveBack(owner: string): void {
    const taken = this.#taken.get(owner) ?? 0
    this.#sum--
    if (taken > 1) this.#taken.set(owner, taken - 1)
    else this.#taken.delete(owner)
  }
}
