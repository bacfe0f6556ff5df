import { Buffer } from '../../platform/buffer.ts'
import { inBackground, type Timer } from '../../platform/timers.ts'

/**
 * Memory of this thread that has been used and is free. New memory for each answer would make V8 mark all objects of the
 * thread for every few tens of MB, which takes longer than writing them.
 */
export class SpareMemory {
  readonly #length: number
  readonly #kept: number
  readonly #keptMs: number
  readonly #spare: Buffer[] = []
  #timer: Timer | undefined

  /** Of parts of `length` bytes, `kept` stay for any time, and others for `keptMs` after their last use. */
  constructor({ length, kept, keptMs }: { length: number; kept: number; keptMs: number }) {
    this.#length = length
    this.#kept = kept
    this.#keptMs = keptMs
  }

  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#length)
  }

  add(memory: Buffer): void {
    this.#spare.push(memory)
    if (this.#spare.length <= this.#kept) return
    clearTimeout(this.#timer)
    this.#timer = inBackground(setTimeout(() => this.#trim(), this.#keptMs))
  }

  #trim(): void {
    this.#timer = undefined
    this.#spare.length = Math.min(this.#spare.length, this.#kept)
  }
}
