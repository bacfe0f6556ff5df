import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { type AbiType, elementCount, wordLength } from './types.ts'

export const selectorLength = 4

/** The types of a list of values. */
export type AbiTypes<Values extends readonly unknown[]> = {
  readonly [Index in keyof Values]: AbiType<Values[Index]>
}

/** For example `toBase58Check(bytes,int256)`. */
export const signatureOf = (name: string, inputs: readonly { readonly name: string }[]): string =>
  `${name}(${inputs.map((input) => input.name).join(',')})`

/** The first four bytes of call data that choose the method. */
export const selectorOf = (signature: string): Uint8Array =>
  keccak256(asciiBytes(signature)).subarray(0, selectorLength)

/** Whether the call data after the selector contain all values. */
export function argumentsFit(types: readonly AbiType<unknown>[], data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  return types.every((type, index) => {
    const head = index * wordLength
    // Unlike other words, the offset of an argument may be truncated.
    if (type.isDynamic && head > data.length) return false
    return type.fits(view, type.isDynamic ? readOffset(data, head) : head)
  })
}

/** The values in the call data after the selector. Bytes after the values are ignored. */
export function decodeArguments<Values extends readonly unknown[]>(
  types: AbiTypes<Values>,
  data: Uint8Array,
): Values {
  if (!argumentsFit(types, data)) {
    throw new DecodeError('abi', `${data.length} bytes do not hold the arguments`)
  }
  const values = types.map((type, index) => {
    const head = index * wordLength
    return type.decode(data, type.isDynamic ? readOffset(data, head) : head)
  })
  return values as readonly unknown[] as Values
}

/** The number of elements of the last argument, a list, in data that contain the arguments. Takes constant time. */
export const lastListLength = (types: readonly AbiType<unknown>[], data: Uint8Array): number =>
  elementCount(data, readOffset(data, (types.length - 1) * wordLength))

/** The output of a method with one result. */
export function encodeOutput<Value>(type: AbiType<Value>, value: Value): Uint8Array {
  const encoded = type.encode(value)
  return type.isDynamic ? concatBytes(wordBytes(BigInt(wordLength)), encoded) : encoded
}

/** The low 32 bits of the word at `head` as a signed number. Missing bytes count as zero. */
function readOffset(data: Uint8Array, head: number): number {
  const end = head + wordLength
  return (
    (byteAt(data, end - 4) << 24) |
    (byteAt(data, end - 3) << 16) |
    (byteAt(data, end - 2) << 8) |
    byteAt(data, end - 1)
  )
}

const byteAt = (data: Uint8Array, index: number): number => (index < data.length ? data[index]! : 0)
