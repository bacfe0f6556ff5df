import type { FrameEntry, Tracer } from '../../evm/tracer.ts'
import { toHex } from '../../primitives/hex.ts'
import { tooLarge } from '../output/traceOutput.ts'
import { isCreation } from './writeCalls.ts'

const selectorBytes = 4
/** Approximate memory of an entry. */
const entryBytes = 100

/**
 * Counts the calls of an execution by selector and length of the arguments, as geth's 4byteTracer does. Creations and
 * calls of precompiled contracts do not count.
 */
export class FourBytes implements Tracer {
  readonly #counts = new Map<string, number>()
  readonly #maximumBytes: number

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  /** A member for each selector and length: `"0x27dc297e-128": 1`. */
  get text(): string {
    return JSON.stringify(Object.fromEntries(this.#counts))
  }

  enter(entry: FrameEntry): void {
    const { isPrecompile, input } = entry
    if (isPrecompile || isCreation(entry) || input.length < selectorBytes) return
    const key = `${toHex(input.subarray(0, selectorBytes))}-${input.length - selectorBytes}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (this.#counts.size * entryBytes > this.#maximumBytes) throw tooLarge(this.#maximumBytes)
  }
}
