/** A byte string, or a list of such values. */
export type RlpValue = Uint8Array | readonly RlpValue[]

/** RLP of a value. The length is measured first, so that one buffer is allocated. */
export function encodeRlp(value: RlpValue): Uint8Array {
  if (isBytes(value)) {
    const target = new Uint8Array(encodedLength(value))
    write(value, target, 0)
    return target
  }
  const length = payloadLength(value)
  const target = new Uint8Array(prefixLength(length) + length)
  writeItems(value, target, writePrefix(target, 0, length, 0xc0))
  return target
}

/** Bytes of the RLP of a list. */
export function rlpLength(list: readonly RlpValue[]): number {
  const length = payloadLength(list)
  return prefixLength(length) + length
}

/** Writes the RLP of a list to the start of `target`, which has room for it. */
export function writeRlp(list: readonly RlpValue[], target: Uint8Array): void {
  write(list, target, 0)
}

/** RLP list of items that are already encoded. */
export function encodeRlpList(items: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const item of items) length += item.length
  const target = new Uint8Array(prefixLength(length) + length)
  let offset = writePrefix(target, 0, length, 0xc0)
  for (const item of items) {
    target.set(item, offset)
    offset += item.length
  }
  return target
}

const isBytes = (value: RlpValue): value is Uint8Array => value instanceof Uint8Array

/** A single byte below 0x80 stands for itself, so the byte 00 is `00` and only the empty string is `80`. */
const isItsOwnEncoding = (bytes: Uint8Array): boolean => bytes.length === 1 && bytes[0]! < 0x80

function encodedLength(value: RlpValue): number {
  if (isBytes(value)) return isItsOwnEncoding(value) ? 1 : prefixLength(value.length) + value.length
  const length = payloadLength(value)
  return prefixLength(length) + length
}

function payloadLength(list: readonly RlpValue[]): number {
  let length = 0
  for (const item of list) length += encodedLength(item)
  return length
}

function prefixLength(length: number): number {
  return length < 56 ? 1 : 1 + lengthBytes(length)
}

function lengthBytes(length: number): number {
  return length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4
}

function writePrefix(target: Uint8Array, offset: number, length: number, base: number): number {
  if (length < 56) {
    target[offset] = base + length
    return offset + 1
  }
  const count = lengthBytes(length)
  target[offset] = base + 55 + count
  for (let i = count, rest = length; i > 0; i--, rest >>>= 8) target[offset + i] = rest & 0xff
  return offset + 1 + count
}

function write(value: RlpValue, target: Uint8Array, offset: number): number {
  if (isBytes(value)) {
    if (isItsOwnEncoding(value)) {
      target[offset] = value[0]!
      return offset + 1
    }
    const start = writePrefix(target, offset, value.length, 0x80)
    target.set(value, start)
    return start + value.length
  }
  return writeItems(value, target, writePrefix(target, offset, payloadLength(value), 0xc0))
}

function writeItems(list: readonly RlpValue[], target: Uint8Array, offset: number): number {
  let at = offset
  for (const item of list) at = write(item, target, at)
  return at
}
