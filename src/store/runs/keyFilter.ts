import { Buffer } from '../../platform/buffer.ts'
import { crc32 } from '../../platform/checksum.ts'
import { concatBytes } from '../../primitives/bytes.ts'

/*
 * Which keys a run surely does not have, as a Bloom filter of ten bits a key: 1 in 80 of the other keys passes. The filter is made
 * of the keys that were written, so an absent key needs no look at its neighbours.
 */

const bitsPerKey = 10
const bitsOfKey = 4
/** Checksum, and the number of the run. */
const headLength = 8

/** Two independent numbers of 32 bits. */
export type KeyHash = readonly [one: number, other: number]

export function keyHash(key: Uint8Array): KeyHash {
  let one = 0x811c9dc5
  let other = key.length
  for (let index = 0; index < key.length; index++) {
    const byte = key[index]!
    one = Math.imul(one ^ byte, 0x01000193)
    other = Math.imul(other + byte, 0x9e3779b1) ^ (other >>> 15)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b)
  return [(one ^ (one >>> 13)) >>> 0, ((other ^ (other >>> 16)) | 1) >>> 0]
}

export class KeyFilter {
  readonly #bits: Uint8Array
  readonly #count: number

  constructor(bits: Uint8Array) {
    this.#bits = bits
    this.#count = 8 * bits.length
  }

  static forKeys(count: number): KeyFilter {
    return new KeyFilter(new Uint8Array(Math.ceil((Math.max(1, count) * bitsPerKey) / 8)))
  }

  add([one, other]: KeyHash): void {
    for (let step = 0; step < bitsOfKey; step++) {
      const bit = ((one + Math.imul(step, other)) >>> 0) % this.#count
      this.#bits[bit >>> 3]! |= 1 << (bit & 7)
    }
  }

  mayHave([one, other]: KeyHash): boolean {
    for (let step = 0; step < bitsOfKey; step++) {
      const bit = ((one + Math.imul(step, other)) >>> 0) % this.#count
      if ((this.#bits[bit >>> 3]! & (1 << (bit & 7))) === 0) return false
    }
    return true
  }

  /** The record of the filter of a run. */
  encode(run: number): Uint8Array {
    const head = Buffer.alloc(headLength)
    head.writeUInt32BE(run, 4)
    head.writeUInt32BE(crc32(this.#bits, crc32(head.subarray(4))))
    return concatBytes(head, this.#bits)
  }

  /** Undefined for a record that is damaged or of another run. */
  static decode(record: Uint8Array, run: number): KeyFilter | undefined {
    const bytes = Buffer.from(record.buffer, record.byteOffset, record.length)
    if (bytes.length <= headLength || bytes.readUInt32BE(4) !== run) return undefined
    const bits = bytes.subarray(headLength)
    if (bytes.readUInt32BE(0) !== crc32(bits, crc32(bytes.subarray(4, headLength)))) return undefined
    return new KeyFilter(bits)
  }
}
