import { DecodeError } from '../../primitives/errors.ts'

/** Reads Bitcoin's serialization from the front; whatever lies beyond the end is a `DecodeError`. */
export class BitcoinReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #where: string
  #at = 0

  /** `where` names the bytes in errors. */
  constructor(bytes: Uint8Array, where: string) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.#where = where
  }

  get position(): number {
    return this.#at
  }

  /** The byte that many places further, if there is one. */
  peek(distance = 0): number | undefined {
    return this.#bytes[this.#at + distance]
  }

  /** What was read since a position. */
  since(position: number): Uint8Array {
    return this.#bytes.subarray(position, this.#at)
  }

  bytes(length: number): Uint8Array {
    const start = this.#at
    if (length > this.#bytes.length - start) throw this.#cutOff()
    this.#at = start + length
    return this.#bytes.subarray(start, this.#at)
  }

  /** A count or length of 1, 3, 5 or 9 bytes. One that exceeds the bytes left cannot be true. */
  count(): number {
    const first = this.bytes(1)[0]!
    if (first < 0xfd) return first
    const start = this.#at
    this.bytes(first === 0xfd ? 2 : first === 0xfe ? 4 : 8)
    if (first === 0xfd) return this.#view.getUint16(start, true)
    const value = first === 0xfe ? this.#view.getUint32(start, true) : this.#view.getBigUint64(start, true)
    if (value > this.#bytes.length - this.#at) throw this.#cutOff()
    return Number(value)
  }

  end(): void {
    const left = this.#bytes.length - this.#at
    if (left > 0) throw new DecodeError(this.#where, `has ${left} bytes too many`)
  }

  #cutOff(): DecodeError {
    return new DecodeError(this.#where, `is cut off at byte ${this.#at}`)
  }
}
