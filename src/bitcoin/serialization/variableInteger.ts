import { DecodeError } from '../../primitives/errors.ts'

export interface VariableInteger {
  readonly value: bigint
  /** The offset after the integer. */
  readonly end: number
}

/** Bitcoin's integer of 1, 3, 5 or 9 bytes at an offset, not necessarily in its shortest form. */
export function readVariableInteger(bytes: Uint8Array, offset: number): VariableInteger {
  const first = bytes[offset]
  if (first === undefined) throw cutOff(offset)
  if (first < 0xfd) return { value: BigInt(first), end: offset + 1 }
  const length = first === 0xfd ? 2 : first === 0xfe ? 4 : 8
  const end = offset + 1 + length
  if (end > bytes.length) throw cutOff(offset)
  let value = 0n
  for (let at = end - 1; at > offset; at--) value = (value << 8n) | BigInt(bytes[at]!)
  return { value, end }
}

const cutOff = (offset: number): DecodeError => new DecodeError('integer', `is cut off at byte ${offset}`)

/** The shortest form. */
export function variableInteger(value: bigint | number): Uint8Array {
  const length = variableIntegerLength(value)
  const bytes = new Uint8Array(length)
  if (length === 1) {
    bytes[0] = Number(value)
    return bytes
  }
  bytes[0] = length === 3 ? 0xfd : length === 5 ? 0xfe : 0xff
  let rest = BigInt(value)
  for (let at = 1; at < length; at++, rest >>= 8n) bytes[at] = Number(rest & 0xffn)
  return bytes
}

/** Bytes of the shortest form. */
export function variableIntegerLength(value: bigint | number): number {
  if (value < 0xfd) return 1
  if (value <= 0xffff) return 3
  return value <= 0xffffffff ? 5 : 9
}
