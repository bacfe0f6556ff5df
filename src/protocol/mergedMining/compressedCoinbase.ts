import { sha256 } from '../../crypto/sha256.ts'
import { advanceState, blockBytes, finishFromState, initialState } from '../../crypto/sha256Midstate.ts'
import { concatBytes, type Hash, lastIndexOfBytes } from '../../primitives/bytes.ts'
import { mergedMiningTag } from '../headers/hashes.ts'

/*
 * The Bitcoin coinbase transaction in a header is cut at a 64-byte boundary: 8 bytes hold the number of bytes before
 * the cut, 32 bytes the SHA-256 state after them, and the rest follows unchanged.
 */

const countBytes = 8
const stateBytes = 32
const tailOffset = countBytes + stateBytes

/** The part of a compressed coinbase after the cut; undefined when the field is too short. */
export function coinbaseTail(compressed: Uint8Array): Uint8Array | undefined {
  return compressed.length < tailOffset ? undefined : compressed.subarray(tailOffset)
}

/** Number of bytes before the cut, which the SHA-256 state replaces. */
export const hashedAwayBytes = (compressed: Uint8Array): bigint =>
  new DataView(compressed.buffer, compressed.byteOffset, compressed.length).getBigUint64(0)

/** The Bitcoin id (double SHA-256) of a compressed coinbase, in the byte order of hashing. */
export function coinbaseHash(compressed: Uint8Array): Hash {
  const state = compressed.subarray(countBytes, tailOffset)
  return sha256(finishFromState(state, hashedAwayBytes(compressed), compressed.subarray(tailOffset)))
}

/** Cuts a serialized coinbase before the 64-byte block with the last merged-mining tag; undefined without a tag. */
export function compressCoinbase(coinbase: Uint8Array): Uint8Array | undefined {
  const tagAt = lastIndexOfBytes(coinbase, mergedMiningTag)
  if (tagAt < 0) return undefined
  const cut = tagAt - (tagAt % blockBytes)
  const count = new Uint8Array(countBytes)
  new DataView(count.buffer).setBigUint64(0, BigInt(cut))
  return concatBytes(count, advanceState(initialState, coinbase.subarray(0, cut)), coinbase.subarray(cut))
}
