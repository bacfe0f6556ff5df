import { DamagedData } from '../../primitives/errors.ts'

/** How often calls, imports and peers met a damaged record of the store. */
export class DamageCount {
  #met = 0

  get met(): number {
    return this.#met
  }

  add(): void {
    this.#met++
  }

  /** Takes any error, and counts those about damage. */
  notice(error: unknown): void {
    if (error instanceof DamagedData) this.add()
  }
}
