import { toHex } from '../../../primitives/hex.ts'
import { toBigInt, toSafeNumber, toSignedBigInt } from '../../../primitives/integers.ts'

const wordBytes = 32

/** Readable values of ABI-encoded arguments. Arrays and tuples are not taken apart. */
export function argumentTexts(types: readonly string[], body: Uint8Array): string[] {
  const isPlain = types.every((type) => !/[[(]/.test(type))
  if (!isPlain) return [toHex(body.subarray(0, 4 * wordBytes))]
  return types.map((type, index) => valueText(type, body, index * wordBytes))
}

export function valueText(type: string, body: Uint8Array, at: number): string {
  const word = body.subarray(at, at + wordBytes)
  if (/^uint\d*$/.test(type)) return String(toBigInt(word))
  if (/^int\d*$/.test(type)) return String(toSignedBigInt(word))
  switch (type) {
    case 'address':
      return toHex(word.subarray(12))
    case 'bool':
      return String(toBigInt(word) !== 0n)
    case 'string':
      return new TextDecoder().decode(bytesAt(body, word))
    case 'bytes':
      return toHex(bytesAt(body, word))
    default:
      return toHex(word.subarray(0, Number(type.slice('bytes'.length))))
  }
}

/** Bytes beyond the end of the data are left out. */
function bytesAt(body: Uint8Array, offsetWord: Uint8Array): Uint8Array {
  const offset = toSafeNumber(offsetWord) ?? body.length
  const start = offset + wordBytes
  const length = toSafeNumber(body.subarray(offset, start)) ?? 0
  return body.subarray(start, start + length)
}
