import { doubleSha256 } from '../../crypto/sha256.ts'
import { reversedBytes } from '../../primitives/bytes.ts'

/** A Bitcoin block header: its 80 bytes and the hash in the order in which it is printed. */
export class BitcoinHeader {
  static readonly length = 80

  readonly bytes: Uint8Array
  #hash: Uint8Array | undefined

  constructor(bytes: Uint8Array) {
    if (bytes.length !== BitcoinHeader.length) {
      throw new RangeError(`a Bitcoin header has ${BitcoinHeader.length} bytes, not ${bytes.length}`)
    }
    this.bytes = bytes
  }

  get hash(): Uint8Array {
    this.#hash ??= reversedBytes(doubleSha256(this.bytes))
    return this.#hash
  }

  get parentHash(): Uint8Array {
    return reversedBytes(this.bytes.subarray(4, 36))
  }

  get merkleRoot(): Uint8Array {
    return reversedBytes(this.bytes.subarray(36, 68))
  }

  /** In seconds. */
  get time(): number {
    return this.#number(68)
  }

  /** The target of its proof of work in compact form. */
  get bits(): number {
    return this.#number(72)
  }

  #number(offset: number): number {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset).getUint32(offset, true)
  }
}
