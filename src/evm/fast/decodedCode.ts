import { CODE_PADDING, DECODED_BYTES_PER_CODE_BYTE } from '../layout.ts'
import type { CoreMemory } from './coreMemory.ts'

/** Where the parts of decoded code lie in linear memory. */
export interface DecodedCode {
  readonly code: number
  readonly length: number
  readonly jumpMap: number
  readonly entry: number
  readonly end: number
}

export const align = (address: number): number => (address + 63) & ~63

/** Init code had no limit before RSKIP438; beyond this its decoded form has no place in linear memory. */
const largestCode = 2 ** 24

const jumpMapOffset = (length: number): number => align(length + CODE_PADDING)
const entryOffset = (length: number): number => align(jumpMapOffset(length) + 4 * length)

/** Bytes that are always enough for code of this length: an implicit STOP and the target of bad jumps included. */
export const decodedSpace = (length: number): number =>
  length > largestCode
    ? Number.POSITIVE_INFINITY
    : align(entryOffset(length) + DECODED_BYTES_PER_CODE_BYTE * (length + 2))

/** Code that starts with FC has a header of 4 bytes and as many more as its fourth byte says; then it begins. */
const firstInstruction = (code: Uint8Array): number =>
  code.length >= 4 && code[0] === 0xfc ? 4 + code[3]! : 0

/** Decodes at `address`, a multiple of 64 with `decodedSpace` bytes behind it. */
export function decodeAt(core: CoreMemory, address: number, bytes: Uint8Array): DecodedCode {
  const { length } = bytes
  const jumpMap = address + jumpMapOffset(length)
  const entry = address + entryOffset(length)
  core.u8.set(bytes, address)
  core.u8.fill(0, address + length, address + length + CODE_PADDING)
  const end = core.exports.decode(address, length, firstInstruction(bytes), jumpMap, entry)
  return { code: address, length, jumpMap, entry, end: align(end) }
}
