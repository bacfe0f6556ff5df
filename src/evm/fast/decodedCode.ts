import { CODE_PADDING, DECODED_BYTES_PER_CODE_BYTE } from '../layout.ts'
import { firstInstruction } from '../opcodes.ts'
import { align, type Core } from './core.ts'

/** Addresses of the parts of decoded code in linear memory. */
export interface DecodedCode {
  readonly code: number
  readonly length: number
  readonly jumpMap: number
  readonly entry: number
  readonly end: number
}

/**
 * Maximum bytes of code that the fast engine runs: linear memory has a limit, while init code had none before
 * RSKIP438.
 */
const maximumCode = 2 ** 24

const jumpMapOffset = (length: number): number => align(length + CODE_PADDING)
const entryOffset = (length: number): number => align(jumpMapOffset(length) + 4 * length)

/**
 * Upper limit of the bytes that code of this length decodes to, the implicit STOP and the target of invalid
 * jumps included.
 */
export const decodedSpace = (length: number): number =>
  length > maximumCode
    ? Number.POSITIVE_INFINITY
    : align(entryOffset(length) + DECODED_BYTES_PER_CODE_BYTE * (length + 2))

/** Decodes to `address`, a multiple of 64 with `decodedSpace` free bytes. */
export function decodeAt(core: Core, address: number, bytes: Uint8Array): DecodedCode {
  const { length } = bytes
  const jumpMap = address + jumpMapOffset(length)
  const entry = address + entryOffset(length)
  core.u8.set(bytes, address)
  core.u8.fill(0, address + length, address + length + CODE_PADDING)
  const end = core.exports.decode(address, length, firstInstruction(bytes), jumpMap, entry)
  return { code: address, length, jumpMap, entry, end: align(end) }
}
