import { doubleSha256 } from '../../crypto/sha256.ts'
import { reversedBytes } from '../../primitives/bytes.ts'
import { toBigInt } from '../../primitives/integers.ts'

export const bitcoinHeaderLength = 80

/** Where the fields of a header begin; integers are little-endian. */
const offsets = { parentHash: 4, merkleRoot: 36, time: 68, bits: 72 } as const
const hashLength = 32

/** A Bitcoin block header. Its hashes are in the order in which they are printed, the reverse of hashing. */
export class BitcoinHeader {
  readonly bytes: Uint8Array
  #hash: Uint8Array | undefined

  constructor(bytes: Uint8Array) {
    if (bytes.length !== bitcoinHeaderLength) {
      throw new RangeError(`a Bitcoin header has ${bitcoinHeaderLength} bytes, not ${bytes.length}`)
    }
    this.bytes = bytes
  }

  get hash(): Uint8Array {
    this.#hash ??= reversedBytes(doubleSha256(this.bytes))
    return this.#hash
  }

  /** The hash as the number that must not exceed the target. */
  get hashNumber(): bigint {
    return toBigInt(this.hash)
  }

  get parentHash(): Uint8Array {
    return this.#hashAt(offsets.parentHash)
  }

  get merkleRoot(): Uint8Array {
    return this.#hashAt(offsets.merkleRoot)
  }

  /** Seconds since 1970. */
  get time(): number {
    return this.#numberAt(offsets.time)
  }

  /** The target of its proof of work in compact form. */
  get bits(): number {
    return this.#numberAt(offsets.bits)
  }

  #hashAt(offset: number): Uint8Array {
    return reversedBytes(this.bytes.subarray(offset, offset + hashLength))
  }

  #numberAt(offset: number): number {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(offset, true)
  }
}
