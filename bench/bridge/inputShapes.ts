import { concatBytes } from '../../src/primitives/bytes.ts'
import { wordBytes } from '../../src/primitives/integers.ts'

/* Call data of many shapes for any method of a native contract, made from its signature. */

const wordLength = 32

const typesOf = (signature: string): readonly string[] =>
  signature
    .slice(signature.indexOf('(') + 1, -1)
    .split(',')
    .filter((type) => type !== '')

const isDynamic = (type: string): boolean => type.endsWith('[]') || type === 'bytes' || type === 'string'

const words = (values: readonly number[]): Uint8Array => {
  const encoded = new Uint8Array(wordLength * values.length)
  const view = new DataView(encoded.buffer)
  for (const [index, value] of values.entries()) view.setInt32(wordLength * index + 28, value)
  return encoded
}

/** All dynamic arguments point at one value after the heads, so that it can take the whole length of the input. */
function argumentsWith(signature: string, value: (type: string) => Uint8Array): Uint8Array {
  const types = typesOf(signature)
  const dynamic = types.find(isDynamic)
  const heads = types.map((type) => (isDynamic(type) ? wordLength * types.length : 1))
  return concatBytes(words(heads), dynamic === undefined ? new Uint8Array(0) : value(dynamic))
}

/** A value of about the size: bytes that repeat, or a list whose elements begin at `offsetOf`. */
const filledWith =
  (size: number, content: readonly number[]) =>
  (type: string): Uint8Array => {
    if (type.endsWith('[]')) return listOf(size, (count) => wordLength * count)(type)
    const bytes = Uint8Array.from({ length: size }, (_, at) => content[at % content.length]!)
    return concatBytes(wordBytes(BigInt(size)), bytes)
  }

/** Two words of zeros, the shortest element, follow the offsets of the elements. */
const listOf =
  (size: number, offsetOf: (count: number, index: number) => number) =>
  (_type: string): Uint8Array => {
    const count = Math.floor(size / wordLength)
    const offsets = Array.from({ length: count }, (_, index) => offsetOf(count, index))
    return concatBytes(words([count, ...offsets]), words([0, 0]))
  }

/** Eight bytes before a word of the list, where the length that is read is zero. */
const between = (index: number): number => wordLength * index + 8

const lastMalformed = (size: number) => {
  const list = listOf(size, (count, index) =>
    index === count - 1 ? 0x7f_00_00_00 : between((index * 7_919) % (count - 2)),
  )
  const text = filledWith(size, [0x7a])
  return (type: string): Uint8Array => {
    if (type.endsWith('[]')) return list(type)
    // The length exceeds the data by one byte.
    const value = text(type)
    value[wordLength - 1]! += 1
    return value
  }
}

export interface InputShape {
  readonly shape: string
  /** The arguments, without the selector. */
  readonly data: Uint8Array
}

type Value = (type: string) => Uint8Array

const textShapes = (size: number): Readonly<Record<string, Value>> => ({
  letters: filledWith(size, [0x7a]),
  digits: filledWith(size, [0x30]),
  'Arabic digits': filledWith(size, [0xd9, 0xa0]),
  'no UTF-8': filledWith(size, [0xff]),
  'cut UTF-8': filledWith(size, [0xf0, 0x9f, 0x41]),
  'long characters': filledWith(size, [0xf0, 0x9f, 0x98, 0x80]),
})

const listShapes = (size: number): Readonly<Record<string, Value>> => ({
  equal: listOf(size, (count) => wordLength * count),
  consecutive: listOf(size, (count, index) => between(Math.min(index, count - 2))),
  scattered: listOf(size, (count, index) => between((index * 7_919) % (count - 2))),
})

/** Arguments of about the size in all shapes that are known to be slow. */
export function inputShapes(signature: string, size: number): InputShape[] {
  const zeros = { shape: 'zeros', data: new Uint8Array(size) }
  if (size === 0) return [zeros]
  const types = typesOf(signature)
  const values = {
    ...(types.some((type) => type === 'bytes' || type === 'string') && textShapes(size)),
    ...(types.some((type) => type.endsWith('[]')) && listShapes(size)),
    ...(types.some(isDynamic) && { 'malformed at the end': lastMalformed(size) }),
  }
  const shapes = Object.entries(values).map(([shape, value]) => ({
    shape,
    data: argumentsWith(signature, value),
  }))
  return [zeros, { shape: 'ones', data: new Uint8Array(size).fill(0xff) }, ...shapes]
}
