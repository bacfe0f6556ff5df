import { DecodeError } from '../../../primitives/errors.ts'

export interface VariableInteger {
  readonly value: bigint
  /** Where the bytes behind it begin. */
  readonly end: number
}

/** Bitcoin's integer of 1, 3, 5 or 9 bytes at an offset; it need not be the shortest form. */
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
