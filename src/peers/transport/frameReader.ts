import { createDecipheriv, type Decipher, timingSafeEqual } from 'node:crypto'
import { ByteQueue } from './byteQueue.ts'
import { TransportError } from './errors.ts'
import { FrameMac, tagLength } from './frameMac.ts'
import { cipherName, type Frame, headerLength, initialCounter, longestBody, paddedLength } from './frames.ts'
import type { SessionSecrets } from './sessionSecrets.ts'

/**
 * Turns the bytes of one connection into messages: `push` what came, then ask for `next` until there is none.
 * Throws a TransportError for a frame that is not authentic or too long; the connection is lost then.
 */
export class FrameReader {
  readonly #decipher: Decipher
  readonly #mac: FrameMac
  readonly #bytes = new ByteQueue()
  #longest: number
  /** Set between a header and its body. */
  #bodyLength: number | undefined

  /** `longest` bounds what is collected for one frame. */
  constructor({ encryptionKey, macKey, ingressSeed }: SessionSecrets, longest = longestBody) {
    this.#decipher = createDecipheriv(cipherName, encryptionKey, initialCounter)
    this.#mac = new FrameMac(macKey, ingressSeed)
    this.#longest = longest
  }

  /** For a node that has earned longer frames than those it began with. */
  allowLongest(): void {
    this.#longest = longestBody
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
    if (length === 0 || length > this.#longest) {
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

/** The code is a small RLP integer; 0 is found both as 80 and as 00. */
function frameOf(body: Uint8Array): Frame {
  const first = body[0]!
  if (first > 0x80) throw new TransportError('protocol', 'a frame begins with no message code')
  return { code: first & 0x7f, payload: body.subarray(1) }
}
