/** Places of something that several owners use at once: some for all together, fewer for each. */
export class OwnedPlaces {
  readonly #all: number
  readonly #perOwner: number
  readonly #taken = new Map<string, number>()
  #sum = 0

  constructor(all: number, perOwner: number) {
    this.#all = all
    this.#perOwner = perOwner
  }

  /** Whether there was a place, which the owner has now until it gives it back. */
  take(owner: string): boolean {
    const taken = this.#taken.get(owner) ?? 0
    if (this.#sum >= this.#all || taken >= this.#perOwner) return false
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
