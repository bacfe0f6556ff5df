import { keccak256 } from '../../crypto/keccak256.ts'
import { Buffer } from '../../platform/buffer.ts'
import { leftPad } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'

/* EIP-712, "Definition of encodeData": a value whose type is neither a struct nor an array becomes 32 bytes. */

/** Throws a `DecodeError` for a value outside the type. */
export type EncodeValue = (value: unknown, where: string) => Uint8Array

const wordLength = 32
const addressLength = 20

/** Undefined for a name that is not an atomic or dynamic type. `uint` and `int` must have a width. */
export function encoderOf(type: string): EncodeValue | undefined {
  const [, prefix = '', digits = ''] = /^([a-z]+)([1-9]\d{0,2})?$/.exec(type) ?? []
  const width = Number(digits)
  if (prefix === 'bytes' && width >= 1 && width <= wordLength) return fixedBytes(width)
  const isWholeBytes = width >= 8 && width <= 256 && width % 8 === 0
  if (prefix === 'uint' && isWholeBytes) return integer(type, 0n, 2n ** BigInt(width))
  if (prefix === 'int' && isWholeBytes)
    return integer(type, -(2n ** BigInt(width - 1)), 2n ** BigInt(width - 1))
  return plainTypes.get(type)
}

const plainTypes: ReadonlyMap<string, EncodeValue> = new Map<string, EncodeValue>([
  ['address', (value, where) => leftPad(exactBytes(value, addressLength, where), wordLength)],
  ['bool', (value, where) => wordBytes(booleanOf(value, where) ? 1n : 0n)],
  ['bytes', (value, where) => keccak256(bytesOf(value, where))],
  ['string', (value, where) => keccak256(textBytes(value, where))],
])

/** From `minimum` up to, but not including, `limit`. */
const integer =
  (type: string, minimum: bigint, limit: bigint): EncodeValue =>
  (value, where) => {
    const number = integerOf(value, where)
    if (number < minimum || number >= limit) throw new DecodeError(where, `is out of the range of ${type}`)
    return wordBytes(BigInt.asUintN(256, number))
  }

/** Values shorter than a word are padded on the right, unlike numbers. */
const fixedBytes =
  (length: number): EncodeValue =>
  (value, where) => {
    const word = new Uint8Array(wordLength)
    word.set(exactBytes(value, length, where))
    return word
  }

const integerText = /^-?(0x[0-9a-f]{1,64}|\d{1,78})$/i

/** A JSON number must be exact; text may be decimal or hex. */
function integerOf(value: unknown, where: string): bigint {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return BigInt(value)
    throw new DecodeError(where, 'is not an exact integer: write large numbers as text')
  }
  if (typeof value !== 'string' || !integerText.test(value)) throw new DecodeError(where, 'is not an integer')
  return value.startsWith('-') ? -BigInt(value.slice(1)) : BigInt(value)
}

function booleanOf(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value
  throw new DecodeError(where, 'is neither true nor false')
}

function bytesOf(value: unknown, where: string): Uint8Array {
  if (typeof value === 'string' && value.startsWith('0x')) return fromHex(value, where)
  throw new DecodeError(where, 'is not hex text with the prefix 0x')
}

function exactBytes(value: unknown, length: number, where: string): Uint8Array {
  const bytes = bytesOf(value, where)
  if (bytes.length === length) return bytes
  throw new DecodeError(where, `has ${bytes.length} bytes instead of ${length}`)
}

function textBytes(value: unknown, where: string): Uint8Array {
  if (typeof value !== 'string') throw new DecodeError(where, 'is not text')
  // Half a surrogate pair cannot be encoded in UTF-8.
  if (/\p{Surrogate}/u.test(value)) throw new DecodeError(where, 'is not well-formed Unicode')
  return Buffer.from(value)
}
