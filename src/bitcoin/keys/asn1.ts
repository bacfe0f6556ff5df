import { DecodeError } from '../../primitives/errors.ts'

/*
 * The part of ASN.1 that decides whether the reference node's decoder accepts the bytes of a signature. The decoder
 * does not require DER's shortest lengths and ignores trailing bytes, but every element must decode.
 */

export interface Asn1Element {
  readonly tag: number
  readonly content: Uint8Array
}

const sequence = 0x30
const longTag = 0x1f
const constructed = 0x20
const application = 0x40
const contextSpecific = 0x80
/** Bounds the recursion; a signature has depth 1. */
const maximumDepth = 64

/** Primitive types that the decoder knows; it refuses any other. */
const knownPrimitives = new Set([
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b,
  0x1c, 0x1e,
])
/** An octet string in parts, an external value, a sequence and a set. */
const knownConstructed = new Set([0x24, 0x28, 0x30, 0x31])

const failure = (problem: string): DecodeError => new DecodeError('ASN.1', problem)

/** The elements of the sequence that the bytes begin with. */
export function readSequence(bytes: Uint8Array): readonly Asn1Element[] {
  const { element } = readElement(bytes, 0, bytes.length)
  if (element.tag !== sequence) throw failure('is not a sequence')
  return elementsOf(element.content, bytes.length, 1)
}

function elementsOf(content: Uint8Array, limit: number, depth: number): readonly Asn1Element[] {
  if (depth > maximumDepth) throw failure('is too deep')
  const elements: Asn1Element[] = []
  for (let at = 0; at < content.length; ) {
    const { element, end } = readElement(content, at, limit)
    checkContent(element, limit, depth)
    elements.push(element)
    at = end
  }
  return elements
}

interface ReadElement {
  readonly element: Asn1Element
  readonly end: number
}

/** A length in the long form must be below `limit`, the length of the whole input. */
function readElement(bytes: Uint8Array, start: number, limit: number): ReadElement {
  const { tag, end: lengthAt } = readTag(bytes, start)
  const { length, end: contentAt } = readLength(bytes, lengthAt, limit)
  const end = contentAt + length
  if (end > bytes.length) throw failure('is cut off')
  return { element: { tag, content: bytes.subarray(contentAt, end) }, end }
}

/** The long form of a tag may also encode a number that fits in the short form. */
function readTag(bytes: Uint8Array, start: number): { readonly tag: number; readonly end: number } {
  const first = bytes[start]
  if (first === undefined || first === 0) throw failure('has no tag')
  if ((first & longTag) !== longTag) return { tag: first, end: start + 1 }
  let number = 0
  let at = start + 1
  for (;;) {
    const byte = bytes[at++]
    if (byte === undefined || number > 2 ** 24 || (number === 0 && (byte & 0x7f) === 0)) {
      throw failure('has a malformed tag')
    }
    number = number * 128 + (byte & 0x7f)
    if (byte < 0x80) break
  }
  return { tag: (first & ~longTag) + number, end: at }
}

function readLength(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { readonly length: number; readonly end: number } {
  const first = bytes[at]
  if (first === undefined) throw failure('has no length')
  if (first < 0x80) return { length: first, end: at + 1 }
  const count = first & 0x7f
  const end = at + 1 + count
  if (count === 0 || count > 4 || end > bytes.length) throw failure('has a malformed length')
  const length = bytes.subarray(at + 1, end).reduce((sum, byte) => sum * 256 + byte, 0)
  if (length >= limit) throw failure('is longer than the input')
  return { length, end }
}

function checkContent({ tag, content }: Asn1Element, limit: number, depth: number): void {
  if ((tag & application) !== 0) return
  if ((tag & constructed) !== 0) {
    if ((tag & contextSpecific) === 0 && !knownConstructed.has(tag)) throw failure('has an unknown type')
    elementsOf(content, limit, depth + 1)
    return
  }
  if ((tag & contextSpecific) !== 0) return
  if (!knownPrimitives.has(tag)) throw failure('has an unknown type')
  if (tag === 0x02 || tag === 0x0a) checkInteger(content)
}

/** An unnecessary first byte is an error; an empty integer is not. */
function checkInteger([first, second]: Uint8Array): void {
  if (first === undefined || second === undefined) return
  if ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)) {
    throw failure('has an integer with an unnecessary byte')
  }
}
