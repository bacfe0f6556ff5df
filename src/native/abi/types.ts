import { isUtf8 } from '../../platform/buffer.ts'
import { type Address, asAddress, concatBytes, leftPad } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { signedBytes, toSignedBigInt, wordBytes } from '../../primitives/integers.ts'

/*
 * The types of Solidity's ABI as the native contracts read and write them. The reference node deviates from the
 * standard, and its deviations are consensus: every integer is signed, only the low 32 bits of offsets and lengths
 * count, data need not be padded, and empty bytes are written with a full word of padding.
 */

export const wordLength = 32

/** Reads and writes values of one type. */
export interface AbiType<Value> {
  /** The name in signatures. */
  readonly name: string
  /** Whether the argument itself is an offset to the value. */
  readonly isDynamic: boolean
  /**
   * Whether the data contain the whole value at `offset`. Input is checked before a call is paid for, and malformed
   * input of some contracts costs nothing, so this allocates nothing and takes a few nanoseconds per word: V8 reads
   * numbers from a DataView many times faster than single bytes of arrays of several classes.
   */
  fits(data: DataView, offset: number): boolean
  /** Reads a value that fits. */
  decode(data: Uint8Array, offset: number): Value
  encode(value: Value): Uint8Array
}

/** Words in empty data are zero. */
const wordFits = (data: DataView, offset: number): boolean =>
  data.byteLength === 0 || rangeFits(data.byteLength, offset, wordLength)

const integer = (name: string): AbiType<bigint> => ({
  name,
  isDynamic: false,
  fits: wordFits,
  decode: readInteger,
  encode: wordBytes,
})

export const int256 = integer('int256')
/** Read as a signed number like `int256`: values from 2^255 on are negative. */
export const uint256 = integer('uint256')
export const uint32 = integer('uint32')
export const int64 = integer('int64')

export const bool: AbiType<boolean> = {
  name: 'bool',
  isDynamic: false,
  fits: wordFits,
  decode: (data, offset) => readNumber(data, offset) !== 0,
  encode: (value) => wordBytes(value ? 1n : 0n),
}

export const address: AbiType<Address> = {
  name: 'address',
  isDynamic: false,
  fits: wordFits,
  /** A word with its top bit set is negative and loses its leading ff bytes before it is cut to 20 bytes. */
  decode(data, offset) {
    const minimal = signedBytes(readInteger(data, offset))
    return asAddress(leftPad(minimal, wordLength).subarray(12))
  },
  encode: (value) => leftPad(value, wordLength),
}

export const bytes32: AbiType<Uint8Array> = {
  name: 'bytes32',
  isDynamic: false,
  fits: (data, offset) => rangeFits(data.byteLength, offset, wordLength),
  decode: (data, offset) => readBytes(data, offset, wordLength),
  encode: (value) => readBytes(value, 0, wordLength),
}

/** Decodes to a view of the data. */
export const bytes: AbiType<Uint8Array> = {
  name: 'bytes',
  isDynamic: true,
  fits: bytesFit,
  decode: (data, offset) => readBytes(data, offset + wordLength, readNumber(data, offset)),
  encode(value) {
    const words = Math.max(Math.ceil(value.length / wordLength), 1)
    const encoded = new Uint8Array((1 + words) * wordLength)
    encoded.set(wordBytes(BigInt(value.length)))
    encoded.set(value, wordLength)
    return encoded
  },
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })
const utf8Encoder = new TextEncoder()

/** Malformed UTF-8 decodes to replacement characters. */
export const string: AbiType<string> = {
  name: 'string',
  isDynamic: true,
  fits: bytesFit,
  decode: (data, offset) => utf8.decode(bytes.decode(data, offset)),
  encode: (value) => bytes.encode(utf8Encoder.encode(value)),
}

/** A string as a view of its bytes in UTF-8, for text that may be long. */
export const encodedText: AbiType<Uint8Array> = { ...bytes, name: 'string' }

/**
 * Like `string`, for a method that refuses malformed UTF-8 and texts of more than `maximum` characters. Such a text
 * decodes to a short text that the method refuses too, because decoding each of many malformed characters would take 20
 * ns, whatever the price of the method.
 */
export const textUpTo = (maximum: number): AbiType<string> => ({
  ...string,
  decode(data, offset) {
    // A UTF-16 unit takes at most three bytes of UTF-8: a replacement character up to three, a surrogate pair four.
    const encoded = bytes.decode(data, offset).subarray(0, 3 * (maximum + 1))
    return isUtf8(encoded) ? utf8.decode(encoded) : '\ufffd'
  },
})

export function arrayOf<Element>(element: AbiType<Element>): AbiType<readonly Element[]> {
  return {
    name: `${element.name}[]`,
    isDynamic: true,
    fits(data, offset) {
      if (data.byteLength === 0) return true
      if (!rangeFits(data.byteLength, offset, wordLength)) return false
      const count = lowBits(data, offset)
      const start = offset + wordLength
      // Bounds the loop. The elements are checked one by one.
      if (!rangeFits(data.byteLength, start, count)) return false
      if (element.fits === bytesFit) return allBytesFit(data, start, count)
      for (let index = 0, at = start; index < count; index++, at += wordLength) {
        if (element.isDynamic && !rangeFits(data.byteLength, at, wordLength)) return false
        if (!element.fits(data, element.isDynamic ? start + lowBits(data, at) : at)) return false
      }
      return true
    },
    decode(data, offset) {
      const start = offset + wordLength
      return Array.from({ length: elementCount(data, offset) }, (_, index) => {
        const at = start + index * wordLength
        return element.decode(data, element.isDynamic ? start + readNumber(data, at) : at)
      })
    },
    encode(elements) {
      const encoded = elements.map((value) => element.encode(value))
      const heads = element.isDynamic ? offsetsOf(encoded) : []
      return concatBytes(wordBytes(BigInt(elements.length)), ...heads, ...encoded)
    },
  }
}

/** The offset of each part, counted from the first of these offsets. */
function offsetsOf(parts: readonly Uint8Array[]): Uint8Array[] {
  let offset = parts.length * wordLength
  return parts.map((part) => {
    const head = wordBytes(BigInt(offset))
    offset += part.length
    return head
  })
}

/** Every integer in empty data is zero; other data must contain its whole word. */
function readInteger(data: Uint8Array, offset: number): bigint {
  return data.length === 0 ? 0n : toSignedBigInt(readBytes(data, offset, wordLength))
}

/** The low 32 bits of an integer as a signed number. */
function readNumber(data: Uint8Array, offset: number): number {
  const end = offset + wordLength
  return (data[end - 4]! << 24) | (data[end - 3]! << 16) | (data[end - 2]! << 8) | data[end - 1]!
}

/** Bytes do not fit in empty data, although words in empty data are zero: their length is missing. */
function bytesFit(data: DataView, offset: number): boolean {
  return (
    rangeFits(data.byteLength, offset, wordLength) &&
    rangeFits(data.byteLength, offset + wordLength, lowBits(data, offset))
  )
}

/**
 * `bytesFit` for all elements of a list. Every element is checked even when the gas cannot pay for the list, because
 * malformed input returns the gas of the call and a too high price does not. A list may have many thousands of elements and
 * a call costs 700 gas, so four elements share their comparisons: the union of all bits has the sign of any negative number.
 * This takes half the time of comparing the elements one by one. Elements at the offset of the previous one fit if that one
 * does, so only their offsets are read, which halves the time again.
 */
function allBytesFit(data: DataView, start: number, count: number): boolean {
  // These constants are local, because in a bundle V8 treats module constants as variables and would compute every
  // address from them.
  const word = 32
  const low = 28
  const end = start + count * word
  if (end > data.byteLength) return false
  if (count === 0) return true
  // This view is shifted, so that the offset of a word gives its low bits without an addition.
  const numbers = new DataView(data.buffer, data.byteOffset + low, data.byteLength - low)
  const lastWord = (data.byteLength - word) | 0
  let at = start | 0
  let fitting = (start + numbers.getInt32(at)) | 0
  if (!bytesFit(data, fitting)) return false
  for (const last = (end - 3 * word) | 0; at < last; at = (at + 4 * word) | 0) {
    const a = (start + numbers.getInt32(at)) | 0
    const b = (start + numbers.getInt32(at + word)) | 0
    const c = (start + numbers.getInt32(at + 2 * word)) | 0
    const d = (start + numbers.getInt32(at + 3 * word)) | 0
    if (((a ^ fitting) | (b ^ fitting) | (c ^ fitting) | (d ^ fitting)) === 0) continue
    const leftA = (lastWord - a) | 0
    const leftB = (lastWord - b) | 0
    const leftC = (lastWord - c) | 0
    const leftD = (lastWord - d) | 0
    if ((a | b | c | d | leftA | leftB | leftC | leftD) < 0) return false
    const lengthA = numbers.getInt32(a)
    const lengthB = numbers.getInt32(b)
    const lengthC = numbers.getInt32(c)
    const lengthD = numbers.getInt32(d)
    const negative = lengthA | lengthB | lengthC | lengthD
    const missing = (leftA - lengthA) | (leftB - lengthB) | (leftC - lengthC) | (leftD - lengthD)
    if ((negative | missing) < 0) return false
    fitting = d
  }
  for (; at < end; at += word) {
    if (!bytesFit(data, (start + numbers.getInt32(at)) | 0)) return false
  }
  return true
}

const lowBitsOffset = wordLength - 4

/** As `readNumber`. */
const lowBits = (data: DataView, offset: number): number => data.getInt32(offset + lowBitsOffset)

/** The number of elements of a list that fits, without decoding them. */
export const elementCount = (data: Uint8Array, offset: number): number =>
  data.length === 0 ? 0 : readNumber(data, offset)

export const low32Bits = (value: bigint): number => Number(BigInt.asIntN(32, value))

const rangeFits = (available: number, start: number, length: number): boolean =>
  start >= 0 && length >= 0 && start + length <= available

function readBytes(data: Uint8Array, start: number, length: number): Uint8Array {
  if (!rangeFits(data.length, start, length)) {
    throw new DecodeError('abi', `${length} bytes at ${start} exceed the ${data.length} bytes of data`)
  }
  return data.subarray(start, start + length)
}
