import { type Cipher, createCipheriv } from 'node:crypto'
import { concatBytes } from '../../primitives/bytes.ts'
import {
  cipherName,
  FrameMac,
  headerLength,
  initialCounter,
  maximumBodyLength,
  paddedLength,
} from './frames.ts'
import type { SessionSecrets } from './sessionSecrets.ts'

/** The list in a header as the reference node writes it, `[0]`; readers ignore it. */
const headerData = Uint8Array.of(0xc1, 0x80)

/** The maximum code that takes a single byte in RLP; the protocol has no higher ones. */
const maximumCode = 0x7f

/** Turns messages into the frames of one connection, which must be sent in the order in which they are made. */
export class FrameWriter {
  readonly #cipher: Cipher
  readonly #mac: FrameMac

  constructor({ encryptionKey, macKey, egressSeed }: SessionSecrets) {
    this.#cipher = createCipheriv(cipherName, encryptionKey, initialCounter)
    this.#mac = new FrameMac(macKey, egressSeed)
  }

  static fits(payload: Uint8Array): boolean {
    return payload.length < maximumBodyLength
  }

  write(code: number, payload: Uint8Array): Uint8Array {
    if (code < 0 || code > maximumCode) throw new RangeError(`${code} is not a message code`)
    if (!FrameWriter.fits(payload)) throw new RangeError(`${payload.length} bytes do not fit in a frame`)
    const length = 1 + payload.length
    const header = this.#cipher.update(headerOf(length))
    const headerTag = this.#mac.header(header)
    const body = this.#cipher.update(bodyOf(code, payload, paddedLength(length)))
    return concatBytes(header, headerTag, body, this.#mac.body(body))
  }
}

function headerOf(length: number): Uint8Array {
  const header = new Uint8Array(headerLength)
  header[0] = length >> 16
  header[1] = length >> 8
  header[2] = length
  header.set(headerData, 3)
  return header
}

function bodyOf(code: number, payload: Uint8Array, length: number): Uint8Array {
  const body = new Uint8Array(length)
  body[0] = code === 0 ? 0x80 : code
  body.set(payload, 1)
  return body
}
