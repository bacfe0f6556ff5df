/** One place in so many is for owners that have none. */
const partsOfPlaces = 4

/**
 * Places of something that several owners use at once and that cannot be taken away from them: some for all together, fewer for
 * each. An owner gets a further place only while more are free than it has, beside those that are kept for owners without any.
 * So owners that want all places leave a quarter of them to newcomers.
 */
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
    const free = this.#all - this.#sum
    const kept = taken === 0 ? 0 : this.#all / partsOfPlaces
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
