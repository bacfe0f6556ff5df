import { asHash, type Hash } from '../primitives/bytes.ts'
import { capacity, core, input, output, rate, state } from './keccakModule.ts'

/** Keccak-256 of input that grows: `digest` may be called at any point, and `absorb` again after it. */
export class RunningKeccak256 {
  readonly #state = new Uint8Array(state.length)
  /** Input since the last whole block. */
  readonly #rest = new Uint8Array(rate)
  #restLength = 0

  absorb(bytes: Uint8Array): void {
    const missing = rate - this.#restLength
    if (bytes.length < missing) {
      this.#keep(bytes)
      return
    }
    state.set(this.#state)
    this.#rest.set(bytes.subarray(0, missing), this.#restLength)
    absorbBlocks(this.#rest)
    const absorbed = missing + absorbBlocks(bytes.subarray(missing))
    this.#state.set(state)
    this.#restLength = 0
    this.#keep(bytes.subarray(absorbed))
  }

  /** The hash of the input so far. */
  digest(): Hash {
    state.set(this.#state)
    input.set(this.#rest)
    core.finish(this.#restLength)
    return asHash(output.slice())
  }

  #keep(bytes: Uint8Array): void {
    this.#rest.set(bytes, this.#restLength)
    this.#restLength += bytes.length
  }
}

/** Absorbs all whole blocks and returns their number of bytes. */
function absorbBlocks(bytes: Uint8Array): number {
  const whole = bytes.length - (bytes.length % rate)
  for (let at = 0; at < whole; at += capacity) {
    const length = Math.min(capacity, whole - at)
    input.set(bytes.subarray(at, at + length))
    core.absorb(length)
  }
  return whole
}
