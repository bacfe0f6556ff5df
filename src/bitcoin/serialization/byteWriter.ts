import { reversedBytes } from '../../primitives/bytes.ts'
import { variableInteger } from './variableInteger.ts'

/** Writes Bitcoin's serialization from front to back. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = []
  #length = 0

  bytes(bytes: Uint8Array): this {
    this.#parts.push(bytes)
    this.#length += bytes.length
    return this
  }

  uint32(value: number): this {
    return this.bytes(Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24))
  }

  int64(value: bigint): this {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigInt64(0, value, true)
    return this.bytes(bytes)
  }

  /** A hash that is given in printed order. */
  hash(hash: Uint8Array): this {
    return this.bytes(reversedBytes(hash))
  }

  count(count: number | bigint): this {
    return this.bytes(variableInteger(count))
  }

  /** A length and as many bytes. */
  lengthAndBytes(bytes: Uint8Array): this {
    return this.count(bytes.length).bytes(bytes)
  }

  written(): Uint8Array {
    const joined = new Uint8Array(this.#length)
    let offset = 0
    for (const part of this.#parts) {
      joined.set(part, offset)
      offset += part.length
    }
    return joined
  }
}
