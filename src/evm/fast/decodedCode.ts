import { CODE_END, CODE_HEADER_SIZE, CODE_NEXT, CODE_PADDING, LINE_SIZE } from '../layout.ts'
import { firstInstruction } from '../opcodes.ts'
import { align, type Core } from './core.ts'

/** Addresses of the parts of code in linear memory. */
export interface DecodedCode {
  readonly code: number
  readonly length: number
  readonly jumpMap: number
  readonly entry: number
}

/** Bytes of the first chunk of a code, and of each further one. The core decodes into them what runs. */
const firstChunk = 2048
export const furtherChunk = 8192

/** For the bytes, and zeros to the end of their last line. */
const bytesSpace = (length: number): number => align(length + CODE_PADDING)
const mapSpace = (length: number): number => align(Math.ceil(length / 64) * LINE_SIZE)

/** Bytes of linear memory that code of this length takes before it runs, a multiple of 64. */
export const preparedSpace = (length: number): number =>
  CODE_HEADER_SIZE + bytesSpace(length) + mapSpace(length) + firstChunk

/** Prepares code at `address`, a multiple of 64 with `preparedSpace` free bytes, to be decoded while it runs. */
export function prepareAt(core: Core, address: number, bytes: Uint8Array): DecodedCode {
  const { length } = bytes
  const code = address + CODE_HEADER_SIZE
  const jumpMap = code + bytesSpace(length)
  const entry = jumpMap + mapSpace(length)
  core.u8.set(bytes, code)
  core.u8.fill(0, code + length, jumpMap)
  core.exports.prepareCode(code, length, firstInstruction(bytes), jumpMap, entry, entry + firstChunk)
  return { code, length, jumpMap, entry }
}

/** Lets the core go on decoding the code into the chunk at `address`. */
export function addChunk({ u32 }: Core, { code }: DecodedCode, address: number): void {
  const header = (code - CODE_HEADER_SIZE) >>> 2
  u32[header + CODE_NEXT / 4] = address
  u32[header + CODE_END / 4] = address + furtherChunk
}
