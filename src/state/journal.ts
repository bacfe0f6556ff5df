/** A place whose content the journal can put back. */
export class Slot<T> {
  value: T

  constructor(value: T) {
    this.value = value
  }
}

/**
 * What slots held before they were changed, oldest first. A mark is a position in the journal: taking one or
 * never coming back to it costs nothing, and rolling back costs as much as the changes it undoes.
 */
export class Journal {
  readonly #slots: Slot<unknown>[] = []
  readonly #previous: unknown[] = []
  /** Changes that were made final; marks count them, so an outdated mark is recognised. */
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
      throw new RangeError(`mark ${mark} was rolled back past or made final`)
    }
    for (let i = this.#slots.length - 1; i >= kept; i--) this.#slots[i]!.value = this.#previous[i]
    this.#slots.length = kept
    this.#previous.length = kept
  }

  /** Forgets how to undo the changes made so far. */
  finalize(): void {
    this.#final += this.#slots.length
    this.#slots.length = 0
    this.#previous.length = 0
  }
}
