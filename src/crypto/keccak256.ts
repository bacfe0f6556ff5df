import { asHash, type Hash } from '../primitives/bytes.ts'
import { encodeRlp, type RlpValue, writeBefore } from '../primitives/rlp/encode.ts'
import { capacity, core, input, output } from './keccakModule.ts'

export function keccak256(bytes: Uint8Array): Hash {
  return asHash(keccak256View(bytes).slice())
}

/** The hash as a view that the next hash overwrites, for callers that read a few of its bytes at once. */
export function keccak256View(bytes: Uint8Array): Uint8Array {
  if (bytes.length > capacity) absorbInSlices(bytes)
  else {
    input.set(bytes)
    core.hash(bytes.length)
  }
  return output
}

/**
 * Keccak-256 of the RLP of a list. The RLP is written directly into the memory of the module, without an array of its
 * own.
 */
export function keccak256OfRlp(list: readonly RlpValue[]): Hash {
  const start = writeBefore(list, input, capacity)
  if (start < 0) return keccak256(encodeRlp(list))
  input.copyWithin(0, start)
  core.hash(capacity - start)
  return asHash(output.slice())
}

function absorbInSlices(bytes: Uint8Array): void {
  core.reset()
  let at = 0
  for (; bytes.length - at > capacity; at += capacity) {
    input.set(bytes.subarray(at, at + capacity))
    core.absorb(capacity)
  }
  input.set(bytes.subarray(at))
  core.finish(bytes.length - at)
}

/** Keccak-256 of empty input: the code hash of an account without code. */
export const emptyKeccak = keccak256(new Uint8Array(0))
/** Keccak-256 of the RLP empty string: the root of an empty trie. */
export const emptyTrieRoot = keccak256(new Uint8Array([0x80]))
/** Keccak-256 of the RLP empty list: the uncles hash of a block without uncles. */
export const emptyListHash = keccak256(new Uint8Array([0xc0]))
