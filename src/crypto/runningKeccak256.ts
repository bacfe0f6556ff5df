import { asHash, type Hash } from '../primitives/bytes.ts'
import { capacity, core, input, output, state } from './keccakModule.ts'

/** Bytes that Keccak-256 absorbs at a time. */
const blockLength = 136

/** Keccak-256 of a text that grows: its digest can be asked for at any point, and does not end it. */
export class RunningKeccak256 {
  readonly #state = new Uint8Array(state.length)
  /** What was absorbed since the last whole block. */
  readonly #rest = new Uint8Array(blockLength)
  #restLength = 0

  absorb(bytes: Uint8Array): void {
    const missing = blockLength - this.#restLength
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

  /** The hash of everything absorbed so far. */
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

/** Absorbs all whole blocks and says how many bytes that were. */
function absorbBlocks(bytes: Uint8Array): number {
  const whole = bytes.length - (bytes.length % blockLength)
  for (let at = 0; at < whole; at += capacity) {
    const length = Math.min(capacity, whole - at)
    input.set(bytes.subarray(at, at + length))
    core.absorb(length)
  }
  return whole
}
