import { groupOrder } from '../../crypto/secp256k1/curve.ts'
import { verifySignature } from '../../crypto/secp256k1.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { signedBytes, toBigInt, wordBytes } from '../../primitives/integers.ts'
import { readSequence } from './asn1.ts'

/** An ECDSA signature. */
export interface BitcoinSignature {
  readonly r: bigint
  readonly s: bigint
}

const integerTag = 0x02
const sequenceTag = 0x30
/** Signs all inputs and outputs. The Bridge uses no other type. */
export const hashTypeAll = 1

/** Reads DER as leniently as the reference node. Throws `DecodeError`. */
export function decodeSignature(bytes: Uint8Array): BitcoinSignature {
  const [r, s] = readSequence(bytes)
  if (r?.tag !== integerTag || s?.tag !== integerTag) {
    throw new DecodeError('signature', 'does not begin with two integers')
  }
  return { r: toBigInt(r.content), s: toBigInt(s.content) }
}

/** Whether s is the lower of the two values that verify. */
export const hasLowS = ({ s }: BitcoinSignature): boolean => s <= groupOrder / 2n

/** Accepts a high and a low s. */
export function verifies({ r, s }: BitcoinSignature, hash: Uint8Array, publicKey: Uint8Array): boolean {
  if (r < 1n || r >= groupOrder || s < 1n || s >= groupOrder) return false
  return verifySignature(hash, concatBytes(wordBytes(r), wordBytes(s)), publicKey)
}

/** The form in a transaction: DER, then the type of hash. */
export function encodeSignature({ r, s }: BitcoinSignature, hashType = hashTypeAll): Uint8Array {
  const content = concatBytes(derInteger(r), derInteger(s))
  return concatBytes(new Uint8Array([sequenceTag, content.length]), content, new Uint8Array([hashType]))
}

function derInteger(value: bigint): Uint8Array {
  const content = signedBytes(value)
  return concatBytes(new Uint8Array([integerTag, content.length]), content)
}

const minimumStrictLength = 9
const maximumStrictLength = 73

/**
 * Reads a signature in the form of a transaction as strictly as BIP-66. Undefined for any other form or type of
 * hash.
 */
export const decodeStrictSignature = (bytes: Uint8Array): BitcoinSignature | undefined =>
  bytes.at(-1) === hashTypeAll ? decodeStrictForm(bytes) : undefined

/** The same for every type of hash, even an unknown one. */
export function decodeStrictForm(bytes: Uint8Array): BitcoinSignature | undefined {
  if (bytes.length < minimumStrictLength || bytes.length > maximumStrictLength) return undefined
  if (bytes[0] !== sequenceTag || bytes[1] !== bytes.length - 3) return undefined
  const r = strictInteger(bytes, 2, bytes.length - 1)
  const s = r && strictInteger(bytes, 4 + r.length, bytes.length - 1)
  if (!s || 6 + r.length + s.length !== bytes.length - 1) return undefined
  return { r: toBigInt(r), s: toBigInt(s) }
}

/** The content of a positive integer without unnecessary bytes. */
function strictInteger(bytes: Uint8Array, at: number, end: number): Uint8Array | undefined {
  const length = bytes[at + 1] ?? 0
  const content = at + 2 + length <= end ? bytes.subarray(at + 2, at + 2 + length) : emptyBytes
  if (bytes[at] !== integerTag || content.length === 0 || content[0]! >= 0x80) return undefined
  const hasUnnecessaryZero = content.length > 1 && content[0] === 0 && content[1]! < 0x80
  return hasUnnecessaryZero ? undefined : content
}
