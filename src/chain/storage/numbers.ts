import { DecodeError } from '../../primitives/errors.ts'

/** Bytes of the numbers, as `writeShortNumber` writes each. */
export function numbersLength(numbers: readonly number[]): number {
  let length = 0
  for (const number of numbers) {
    let rest = number
    do {
      length++
      rest = Math.floor(rest / 128)
    } while (rest > 0)
  }
  return length
}

/** Reads the numbers at the start of a record. */
export class NumberReader {
  readonly end: number
  readonly #bytes: Uint8Array
  readonly #where: string
  #at: number

  constructor(bytes: Uint8Array, where: string, start = 0) {
    this.#bytes = bytes
    this.#where = where
    this.#at = start
    this.end = bytes.length
  }

  get offset(): number {
    return this.#at
  }

  get left(): number {
    return this.end - this.#at
  }

  next(): number {
    let number = 0
    for (let unit = 1; this.#at < this.end; unit *= 128) {
      const byte = this.#bytes[this.#at++]!
      number += (byte & 127) * unit
      if (byte < 128) {
        if (Number.isSafeInteger(number)) return number
        break
      }
    }
    throw new DecodeError(this.#where, 'has a number that is cut off or too large')
  }

  byte(): number {
    if (this.left === 0) throw new DecodeError(this.#where, 'is cut off')
    return this.#bytes[this.#at++]!
  }

  /** A view. */
  bytes(length: number): Uint8Array {
    if (length > this.left) throw new DecodeError(this.#where, 'is cut off')
    const start = this.#at
    this.#at += length
    return this.#bytes.subarray(start, this.#at)
  }
}

/** A block number as a key: eight bytes by default, so that key order is number order. */
export function numberKey(number: number, length = 8): Uint8Array {
  const key = new Uint8Array(length)
  let rest = number
  for (let at = length - 1; rest > 0; at--) {
    key[at] = rest & 0xff
    rest = Math.floor(rest / 256)
  }
  return key
}

/** The number in such a key, or in the last bytes of one. */
export function numberInKey(key: Uint8Array): number {
  let number = 0
  for (let i = 0; i < key.length; i++) number = number * 256 + key[i]!
  return number
}
