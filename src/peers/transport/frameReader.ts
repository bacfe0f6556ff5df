import { createDecipheriv, type Decipher, timingSafeEqual } from 'node:crypto'
import { ByteQueue } from './byteQueue.ts'
import {
  cipherName,
  type Frame,
  FrameMac,
  headerLength,
  initialCounter,
  maximumBodyLength,
  paddedLength,
  tagLength,
} from './frames.ts'
import type { SessionSecrets } from './sessionSecrets.ts'
import { TransportError } from './transportError.ts'

/**
 * Turns the bytes of one connection into frames: `push` received bytes, then call `next` until it returns undefined.
 * Throws a `TransportError` for a frame that is not authentic or too long; the reader cannot be used afterwards.
 */
export class FrameReader {
  readonly #decipher: Decipher
  readonly #mac: FrameMac
  readonly #bytes = new ByteQueue()
  #maximum: number
  /** Set between a header and its body. */
  #bodyLength: number | undefined

  /** `maximum` is that of the body of a frame, in bytes. */
  constructor({ encryptionKey, macKey, ingressSeed }: SessionSecrets, maximum = maximumBodyLength) {
    this.#decipher = createDecipheriv(cipherName, encryptionKey, initialCounter)
    this.#mac = new FrameMac(macKey, ingressSeed)
    this.#maximum = maximum
  }

  /** Raises the limit to the maximum of the protocol. */
  allowMaximum(): void {
    this.#maximum = maximumBodyLength
  }

  push(chunk: Uint8Array): void {
    this.#bytes.push(chunk)
  }

  next(): Frame | undefined {
    this.#bodyLength ??= this.#readHeader()
    if (this.#bodyLength === undefined) return undefined
    const body = this.#readBody(this.#bodyLength)
    if (body) this.#bodyLength = undefined
    return body && frameOf(body)
  }

  #readHeader(): number | undefined {
    if (this.#bytes.length < headerLength + tagLength) return undefined
    const ciphertext = this.#bytes.take(headerLength)
    this.#checkTag('header', this.#mac.header(ciphertext))
    const header = this.#decipher.update(ciphertext)
    const length = header.readUIntBE(0, 3)
    if (length === 0 || length > this.#maximum) {
      throw new TransportError('protocol', `a frame announces ${length} bytes`)
    }
    return length
  }

  #readBody(length: number): Uint8Array | undefined {
    const padded = paddedLength(length)
    if (this.#bytes.length < padded + tagLength) return undefined
    const ciphertext = this.#bytes.take(padded)
    this.#checkTag('body', this.#mac.body(ciphertext))
    const body = this.#decipher.update(ciphertext)
    return new Uint8Array(body.buffer, body.byteOffset, length)
  }

  #checkTag(part: string, expected: Uint8Array): void {
    if (!timingSafeEqual(this.#bytes.take(tagLength), expected)) {
      throw new TransportError('protocol', `the ${part} of a frame has a wrong tag`)
    }
  }
}

/** The code is a small RLP integer; nodes write 0 both as 80 and as 00. */
function frameOf(body: Uint8Array): Frame {
  const first = body[0]!
  if (first > 0x80) throw new TransportError('protocol', 'a frame does not begin with a message code')
  return { code: first & 0x7f, payload: body.subarray(1) }
}
