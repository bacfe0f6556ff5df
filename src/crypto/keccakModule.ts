import { loadWasm } from './loadWasm.ts'

/*
 * Keccak-256 (original padding, not SHA-3) in WebAssembly: assembly/keccak256.ts. Its memory is small and
 * fixed: one state, and one input of at most `capacity` bytes. Each user overwrites both, so users must not
 * interleave.
 */

type KeccakModule = {
  readonly memory: WebAssembly.Memory
  readonly STATE: WebAssembly.Global
  readonly INPUT: WebAssembly.Global
  readonly CAPACITY: WebAssembly.Global
  readonly RATE: WebAssembly.Global
  readonly hash: (length: number) => void
  readonly reset: () => void
  readonly absorb: (length: number) => void
  readonly finish: (length: number) => void
}

export const core = loadWasm<KeccakModule>('keccak256')

/** Maximum number of input bytes at once, a multiple of `rate`. */
export const capacity: number = core.CAPACITY.value
/** Bytes that the sponge absorbs per permutation. */
export const rate: number = core.RATE.value
export const input = new Uint8Array(core.memory.buffer, core.INPUT.value, capacity)
export const state = new Uint8Array(core.memory.buffer, core.STATE.value, 200)
/** The digest, after `hash` or `finish`. */
export const output = state.subarray(0, 32)
