import { DecodeError } from './errors.ts'
import { fromHex } from './hex.ts'
import { toBigInt } from './integers.ts'

/** QUANTITY of JSON-RPC: `0x`, no leading zeros, `0x0` for zero. */
export function toQuantity(value: bigint | number): string {
  if (value < 0) throw new RangeError(`${value} is negative`)
  return `0x${value.toString(16)}`
}

/** QUANTITY from big-endian bytes; leading zeros do not matter. */
export const bytesToQuantity = (bytes: Uint8Array): string => toQuantity(toBigInt(bytes))

/** DATA of JSON-RPC with exactly `length` bytes. */
export function fixedData(text: string, length: number, where = 'data'): Uint8Array {
  if (!/^0x/i.test(text)) throw new DecodeError(where, 'lacks the 0x prefix')
  const bytes = fromHex(text, where)
  if (bytes.length !== length) throw new DecodeError(where, `has ${bytes.length} bytes instead of ${length}`)
  return bytes
}
