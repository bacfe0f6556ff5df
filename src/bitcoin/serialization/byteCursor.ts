import { reversedBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { readVariableInteger } from './variableInteger.ts'

/** Reads Bitcoin's serialization from front to back; throws `DecodeError` when bytes are missing. */
export class ByteCursor {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  /** Bytes read so far. */
  get position(): number {
    return this.#at
  }

  byte(): number {
    return this.#view.getUint8(this.#advance(1))
  }

  uint32(): number {
    return this.#view.getUint32(this.#advance(4), true)
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#advance(8), true)
  }

  /** A hash, converted to printed order. */
  hash(): Uint8Array {
    return reversedBytes(this.bytes(32))
  }

  /** The number of items that follow. Callers must not allocate memory for them before they are read. */
  count(): number {
    const first = this.#bytes[this.#at]
    // Nearly all counts and lengths are short, and reading one as a bigint takes longer than reading the item that it
    // counts.
    if (first !== undefined && first < 0xfd) {
      this.#at++
      return first
    }
    const { value, end } = readVariableInteger(this.#bytes, this.#at)
    this.#at = end
    return Number(value)
  }

  /** A length and that many bytes. */
  lengthAndBytes(): Uint8Array {
    return this.bytes(this.count())
  }

  bytes(length: number): Uint8Array {
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  #advance(length: number): number {
    const start = this.#at
    if (length > this.#bytes.length - start) {
      throw new DecodeError('Bitcoin data', `is cut off: ${length} bytes are missing at ${start}`)
    }
    this.#at += length
    return start
  }
}
