import { base64 } from '@scure/base'

/*
 * The part of Node's Buffer that the shared rooms use. Code below `node/` imports it from here, so that a page's bundle
 * needs no other one.
 */

type Encoding = 'utf8' | 'latin1' | 'hex' | 'base64'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { fatal: true })
/** Arguments of one call that every browser takes. */
const maximumArguments = 8_192
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}

class PageBuffer extends Uint8Array {
  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    const bytes = this.subarray(start, end)
    if (encoding === 'latin1') return latin1Text(bytes)
    if (encoding === 'hex') return hexText(bytes)
    return encoding === 'base64' ? base64.encode(bytes) : decoder.decode(bytes)
  }

  /** Writes as much of the text as has room; returns the number of bytes. Accepts `write(text, encoding)` too. */
  write(text: string, offset: number | Encoding = 0, encoding: Encoding = 'utf8'): number {
    if (typeof offset === 'string') return this.write(text, 0, offset)
    if (encoding === 'hex') return writeHex(text, this.subarray(offset))
    if (encoding === 'latin1') return writeLatin1(text, this.subarray(offset))
    return encoder.encodeInto(text, this.subarray(offset)).written
  }

  writeUInt32BE(value: number, offset = 0): number {
    return this.writeUIntBE(value, offset, 4)
  }

  writeUIntBE(value: number, offset: number, length: number): number {
    for (let index = length - 1, rest = value; index >= 0; index--, rest = Math.floor(rest / 256)) {
      this[offset + index] = rest % 256
    }
    return offset + length
  }

  readUIntBE(offset: number, length: number): number {
    let value = 0
    for (let index = offset; index < offset + length; index++) value = value * 256 + this[index]!
    return value
  }

  /** The bytes of a latin1 text, or a byte. */
  override includes(searched: string | number, from = 0): boolean {
    if (typeof searched === 'number') return super.includes(searched, from)
    const wanted = latin1Bytes(searched)
    for (let at = this.indexOf(wanted[0]!, from); at >= 0; at = this.indexOf(wanted[0]!, at + 1)) {
      if (wanted.every((byte, index) => this[at + index] === byte)) return true
    }
    return false
  }
}

const zeroes = (length: number): PageBuffer => new PageBuffer(length)

const viewOf = ({ buffer, byteOffset, length }: Uint8Array): PageBuffer =>
  new PageBuffer(buffer as ArrayBuffer, byteOffset, length)

function fromText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'latin1') return latin1Bytes(text)
  if (encoding === 'base64') return base64.decode(text)
  if (encoding === 'utf8') return encoder.encode(text)
  const bytes = new Uint8Array(text.length >> 1)
  return bytes.subarray(0, writeHex(text, bytes))
}

/** Views an `ArrayBuffer`, and copies bytes. */
function from(
  content: string | ArrayBufferLike | ArrayLike<number>,
  encodingOrOffset: Encoding | number = 'utf8',
  length?: number,
): PageBuffer {
  if (typeof content === 'string') {
    return viewOf(fromText(content, typeof encodingOrOffset === 'string' ? encodingOrOffset : 'utf8'))
  }
  if ('byteLength' in content && !ArrayBuffer.isView(content)) {
    return new PageBuffer(
      content as ArrayBuffer,
      typeof encodingOrOffset === 'number' ? encodingOrOffset : 0,
      length,
    )
  }
  return PageBuffer.from(content as ArrayLike<number>) as PageBuffer
}

function concat(parts: readonly Uint8Array[]): PageBuffer {
  const whole = zeroes(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const Buffer = {
  alloc: zeroes,
  allocUnsafe: zeroes,
  allocUnsafeSlow: zeroes,
  from,
  concat,
  byteLength: (text: string): number => encoder.encode(text).length,
}

function latin1Text(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += maximumArguments) {
    text += String.fromCharCode(...bytes.subarray(at, at + maximumArguments))
  }
  return text
}

const latin1Bytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length)
  writeLatin1(text, bytes)
  return bytes
}

function writeLatin1(text: string, target: Uint8Array): number {
  const length = Math.min(text.length, target.length)
  for (let index = 0; index < length; index++) target[index] = text.charCodeAt(index)
  return length
}

function hexText(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index++) text += hexPairs[bytes[index]!]
  return text
}

/** Writes up to the first pair that is not hex; returns the number of bytes. */
function writeHex(text: string, target: Uint8Array): number {
  const length = Math.min(text.length >> 1, target.length)
  for (let index = 0; index < length; index++) {
    const value = digitOf(text.charCodeAt(2 * index)) * 16 + digitOf(text.charCodeAt(2 * index + 1))
    if (Number.isNaN(value)) return index
    target[index] = value
  }
  return length
}

function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN
}
