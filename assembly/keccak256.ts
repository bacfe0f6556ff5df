// The stand-alone Keccak-256 module of src/crypto/keccakModule.ts: one input buffer, one state.
import { absorbBlocks, absorbLast, clear, digest, RATE } from './keccakF'

export { RATE } from './keccakF'

/** Sponge state; the digest is its first 32 bytes. */
export const STATE: u32 = 0
export const INPUT: u32 = 1024
/** Input bytes taken per call, a multiple of the sponge's rate. */
export const CAPACITY: u32 = 400 * RATE

/** Hashes the first `length` bytes of the input buffer, which are the whole input. */
export function hash(length: u32): void {
  digest(STATE, INPUT, length)
}

export function reset(): void {
  clear(STATE)
}

/** Absorbs the first `length` bytes of the input buffer, a multiple of the sponge's rate. */
export function absorb(length: u32): void {
  absorbBlocks(STATE, INPUT, length)
}

/** Absorbs the last `length` bytes of the input and leaves the digest at STATE. */
export function finish(length: u32): void {
  const whole = length - (length % RATE)
  absorbBlocks(STATE, INPUT, whole)
  absorbLast(STATE, INPUT + whole, length - whole)
}
