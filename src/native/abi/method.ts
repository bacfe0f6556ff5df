import { keccak256 } from '../../crypto/keccak256.ts'
import { asciiBytes, concatBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toSignedBigInt, wordBytes } from '../../primitives/integers.ts'
import { type AbiType, low32Bits, wordLength } from './types.ts'

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

/** Throws `DecodeError` unless the call data behind the selector hold the values. */
export function checkArguments(types: readonly AbiType<unknown>[], data: Uint8Array): void {
  for (const [index, type] of types.entries()) type.check(data, placeOf(type, index, data))
}

/** The values in the call data behind the selector. Bytes behind the values are ignored. */
export function decodeArguments<Values extends readonly unknown[]>(
  types: AbiTypes<Values>,
  data: Uint8Array,
): Values {
  checkArguments(types, data)
  const values = types.map((type, index) => type.decode(data, placeOf(type, index, data)))
  return values as readonly unknown[] as Values
}

function placeOf({ isDynamic }: { readonly isDynamic: boolean }, index: number, data: Uint8Array): number {
  const head = index * wordLength
  return isDynamic ? readOffset(data, head) : head
}

/** The output of a method with one result. */
export function encodeOutput<Value>(type: AbiType<Value>, value: Value): Uint8Array {
  const encoded = type.encode(value)
  return type.isDynamic ? concatBytes(wordBytes(BigInt(wordLength)), encoded) : encoded
}

/** Unlike other words, the offset of an argument may be cut off; missing bytes count as zero. */
function readOffset(data: Uint8Array, head: number): number {
  if (head > data.length) throw new DecodeError('abi', `the argument at ${head} is missing`)
  const word = new Uint8Array(wordLength)
  word.set(data.subarray(head, head + wordLength))
  return low32Bits(toSignedBigInt(word))
}
