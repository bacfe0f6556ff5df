import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { doubleSha256 } from '../block/doubleSha256.ts'

/** The id of a Bitcoin transaction as Bitcoin prints it: the hash without witnesses. Undefined for other bytes. */
export function bitcoinTransactionId(hex: string): string | undefined {
  try {
    const stripped = withoutWitnesses(hexToBytes(hex.replace(/^0x/, '')))
    return bytesToHex(doubleSha256(stripped).reverse())
  } catch {
    return undefined
  }
}

const versionLength = 4
const lockTimeLength = 4

/** Throws `RangeError` for bytes that end too early. */
function withoutWitnesses(bytes: Uint8Array): Uint8Array {
  // The marker 0 in the place of the number of inputs, and a flag.
  if (bytes[versionLength] !== 0) return bytes
  const start = versionLength + 2
  const reader = new Reader(bytes, start)
  for (let inputs = reader.count(); inputs > 0; inputs--) {
    reader.skip(36)
    reader.skip(reader.count())
    reader.skip(4)
  }
  for (let outputs = reader.count(); outputs > 0; outputs--) {
    reader.skip(8)
    reader.skip(reader.count())
  }
  return Uint8Array.from([
    ...bytes.subarray(0, versionLength),
    ...bytes.subarray(start, reader.at),
    ...bytes.subarray(-lockTimeLength),
  ])
}

class Reader {
  readonly #view: DataView
  at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = at
  }

  skip(length: number): void {
    if (this.at + length > this.#view.byteLength) throw new RangeError('the transaction ends too early')
    this.at += length
  }

  /** A number in one, three or five bytes. */
  count(): number {
    const first = this.#view.getUint8(this.at)
    const length = first < 0xfd ? 1 : first === 0xfd ? 3 : 5
    const value =
      length === 1
        ? first
        : length === 3
          ? this.#view.getUint16(this.at + 1, true)
          : this.#view.getUint32(this.at + 1, true)
    this.skip(length)
    return value
  }
}
