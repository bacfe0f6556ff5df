import { readFileSync } from 'node:fs'
import { packageFile } from '../primitives/packageFile.ts'

/*
 * Keccak-256 (original padding, not SHA-3) in WebAssembly: assembly/keccak256.ts. Its memory is small and
 * fixed: one state, and one input of at most CAPACITY bytes. Whoever uses it leaves nothing behind in either.
 */

type KeccakModule = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly CAPACITY: WebAssembly.Global
  readonly hash: (length: number) => void
  readonly reset: () => void
  readonly absorb: (length: number) => void
  readonly finish: (length: number) => void
}

const binary = readFileSync(packageFile('wasm/keccak256.wasm'))
export const core = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as KeccakModule

export const capacity: number = core.CAPACITY.value
export const input = new Uint8Array(core.memory.buffer, core.INPUT.value, capacity)
export const state = new Uint8Array(core.memory.buffer, 0, 200)
/** Where the digest is found. */
export const output = state.subarray(0, 32)
