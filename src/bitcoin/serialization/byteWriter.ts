import { emptyBytes, reversedBytes } from '../../primitives/bytes.ts'
import { variableInteger } from './variableInteger.ts'

const firstCapacity = 256

/** Writes Bitcoin's serialization from front to back. */
export class ByteWriter {
  #buffer: Uint8Array = emptyBytes
  #view = new DataView(emptyBytes.buffer)
  #length = 0

  bytes(bytes: Uint8Array): this {
    const start = this.#advance(bytes.length)
    this.#buffer.set(bytes, start)
    return this
  }

  uint32(value: number): this {
    const start = this.#advance(4)
    this.#view.setUint32(start, value, true)
    return this
  }

  int64(value: bigint): this {
    const start = this.#advance(8)
    this.#view.setBigInt64(start, value, true)
    return this
  }

  /** A hash that is given in printed order. */
  hash(hash: Uint8Array): this {
    return this.bytes(reversedBytes(hash))
  }

  count(count: number | bigint): this {
    if (count >= 0xfd) return this.bytes(variableInteger(count))
    const start = this.#advance(1)
    this.#buffer[start] = Number(count)
    return this
  }

  /** A length and that many bytes. */
  lengthAndBytes(bytes: Uint8Array): this {
    return this.count(bytes.length).bytes(bytes)
  }

  written(): Uint8Array {
    return this.#buffer.slice(0, this.#length)
  }

  /** Makes room for `length` bytes and returns their offset. */
  #advance(length: number): number {
    const start = this.#length
    this.#length += length
    if (this.#length > this.#buffer.length) this.#grow()
    return start
  }

  #grow(): void {
    const grown = new Uint8Array(Math.max(firstCapacity, 2 * this.#length))
    grown.set(this.#buffer)
    this.#buffer = grown
    this.#view = new DataView(grown.buffer)
  }
}
