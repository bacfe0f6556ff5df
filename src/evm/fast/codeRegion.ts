export interface MemorySpan {
  start: number
  end: number
}

/** Allocates pieces of a range of addresses, first fit; joins neighbouring free pieces. */
export class CodeRegion {
  readonly #free: MemorySpan[]

  constructor(start: number, size: number) {
    this.#free = [{ start, end: start + size }]
  }

  allocate(size: number): number | undefined {
    const index = this.#free.findIndex(({ start, end }) => end - start >= size)
    if (index < 0) return undefined
    const span = this.#free[index]!
    const { start } = span
    span.start += size
    if (span.start === span.end) this.#free.splice(index, 1)
    return start
  }

  release(start: number, end: number): void {
    if (start === end) return
    const found = this.#free.findIndex((span) => span.start >= end)
    const index = found < 0 ? this.#free.length : found
    const before = this.#free[index - 1]
    const after = this.#free[index]
    const joinsBefore = before?.end === start
    const joinsAfter = after?.start === end
    if (joinsBefore && joinsAfter) {
      before.end = after.end
      this.#free.splice(index, 1)
    } else if (joinsBefore) before.end = end
    else if (joinsAfter) after.start = start
    else this.#free.splice(index, 0, { start, end })
  }
}
