import { doubleSha256 } from '../../crypto/sha256.ts'
import { reversedBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'

export const bitcoinHeaderBytes = 80

const merkleRootOffset = 36
const timeOffset = 68

/** The hash of a Bitcoin header as a number to compare with a target. */
export const bitcoinHashNumber = (header: Uint8Array): bigint => toBigInt(reversedBytes(doubleSha256(header)))

/** In the byte order of hashing, not of display. */
export const merkleRootOf = (header: Uint8Array): Uint8Array =>
  header.subarray(merkleRootOffset, merkleRootOffset + 32)

/** Seconds since 1970. */
export function bitcoinTimeOf(header: Uint8Array): number {
  return new DataView(header.buffer, header.byteOffset, header.length).getUint32(timeOffset, true)
}
