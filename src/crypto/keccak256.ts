import { readFileSync } from 'node:fs'
import { asHash, type Hash } from '../primitives/bytes.ts'
import { packageFile } from '../primitives/packageFile.ts'

/*
 * Keccak-256 (original padding, not SHA-3) in WebAssembly: assembly/keccak256.ts. Its memory is small and
 * fixed; input is copied in, at most CAPACITY bytes at a time.
 */

type KeccakModule = {
  readonly memory: WebAssembly.Memory
  readonly INPUT: WebAssembly.Global
  readonly CAPACITY: WebAssembly.Global
  readonly hash: (length: number) => void
  readonly reset: () => void
  readonly absorb: () => void
  readonly finish: (length: number) => void
}

const binary = readFileSync(packageFile('wasm/keccak256.wasm'))
const core = new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as KeccakModule

const capacity: number = core.CAPACITY.value
const input = new Uint8Array(core.memory.buffer, core.INPUT.value, capacity)
const output = new Uint8Array(core.memory.buffer, 0, 32)

export function keccak256(bytes: Uint8Array): Hash {
  if (bytes.length > capacity) absorbInSlices(bytes)
  else {
    input.set(bytes)
    core.hash(bytes.length)
  }
  return asHash(output.slice())
}

function absorbInSlices(bytes: Uint8Array): void {
  core.reset()
  let at = 0
  for (; bytes.length - at > capacity; at += capacity) {
    input.set(bytes.subarray(at, at + capacity))
    core.absorb()
  }
  input.set(bytes.subarray(at))
  core.finish(bytes.length - at)
}

/** Keccak-256 of nothing: the code hash of an account without code. */
export const emptyKeccak = keccak256(new Uint8Array(0))
/** Keccak-256 of the RLP empty string: the root of an empty trie. */
export const emptyTrieRoot = keccak256(new Uint8Array([0x80]))
/** Keccak-256 of the RLP empty list: the hash of no uncles. */
export const emptyListHash = keccak256(new Uint8Array([0xc0]))
