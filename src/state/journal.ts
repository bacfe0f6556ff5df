/** A mutable value that the journal can restore. */
export class Slot<T> {
  value: T

  constructor(value: T) {
    this.value = value
  }
}

/**
 * The previous values of changed slots, oldest first. A mark is a position in the journal: taking one and dropping it
 * is free, and the cost of a rollback is proportional to the changes it undoes.
 */
export class Journal {
  readonly #slots: Slot<unknown>[] = []
  readonly #previous: unknown[] = []
  /** Number of final changes. Marks include it, so that an outdated mark is recognised. */
  #final = 0

  set<T>(slot: Slot<T>, value: T): void {
    this.#slots.push(slot)
    this.#previous.push(slot.value)
    slot.value = value
  }

  mark(): number {
    return this.#final + this.#slots.length
  }

  rollback(mark: number): void {
    const kept = mark - this.#final
    if (!(kept >= 0 && kept <= this.#slots.length)) {
      throw new RangeError(`mark ${mark} is outdated: the changes before it were rolled back or made final`)
    }
    // Popping a few is much faster than setting the lengths.
    while (this.#slots.length > kept) this.#slots.pop()!.value = this.#previous.pop()
  }

  /** Makes all changes so far final: they cannot be rolled back. */
  finalize(): void {
    this.#final += this.#slots.length
    this.#slots.length = 0
    this.#previous.length = 0
  }
}
