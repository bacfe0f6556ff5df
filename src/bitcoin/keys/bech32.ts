import { concatBytes } from '../../primitives/bytes.ts'

/* Bech32 (BIP-173) and bech32m (BIP-350): a prefix and groups of five bits with a checksum. */

const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumLength = 6
const longestText = 90
const constants = { bech32: 1, bech32m: 0x2bc830a3 } as const

export type Bech32Kind = keyof typeof constants

export interface Bech32Text {
  readonly prefix: string
  readonly kind: Bech32Kind
  /** Groups of five bits. */
  readonly groups: Uint8Array
}

function polymod(values: Uint8Array): number {
  let checksum = 1
  for (const value of values) {
    const top = checksum >>> 25
    checksum = ((checksum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >> bit) & 1) checksum ^= generator
  }
  return checksum
}

const expanded = (prefix: string): Uint8Array =>
  Uint8Array.from([
    ...Array.from(prefix, (character) => character.charCodeAt(0) >> 5),
    0,
    ...Array.from(prefix, (character) => character.charCodeAt(0) & 31),
  ])

export function encodeBech32({ prefix, kind, groups }: Bech32Text): string {
  const padded = concatBytes(expanded(prefix), groups, new Uint8Array(checksumLength))
  const checksum = polymod(padded) ^ constants[kind]
  const digits = Array.from({ length: checksumLength }, (_, at) => (checksum >> (5 * (5 - at))) & 31)
  return `${prefix}1${[...groups, ...digits].map((group) => alphabet[group]).join('')}`
}

/** Undefined for text in mixed case, with other characters or with a wrong checksum. */
export function decodeBech32(text: string): Bech32Text | undefined {
  const lower = text.toLowerCase()
  const separator = lower.lastIndexOf('1')
  if (text.length > longestText || (text !== lower && text !== text.toUpperCase())) return undefined
  if (separator < 1 || separator + 1 + checksumLength > text.length) return undefined
  const prefix = lower.slice(0, separator)
  const values = Array.from(lower.slice(separator + 1), (character) => alphabet.indexOf(character))
  if (values.includes(-1) || /[^\x21-\x7e]/.test(prefix)) return undefined
  const groups = Uint8Array.from(values)
  const checksum = polymod(concatBytes(expanded(prefix), groups))
  const kind =
    checksum === constants.bech32 ? 'bech32' : checksum === constants.bech32m ? 'bech32m' : undefined
  return kind && { prefix, kind, groups: groups.subarray(0, groups.length - checksumLength) }
}

/** Bytes as groups of five bits, the last one padded with zeros. */
export function groupsOf(bytes: Uint8Array): Uint8Array {
  const groups: number[] = []
  let [held, bits] = [0, 0]
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) groups.push((held >> (bits - 5)) & 31)
  }
  if (bits > 0) groups.push((held << (5 - bits)) & 31)
  return Uint8Array.from(groups)
}

/** Undefined when the padding is a whole group or not zero. */
export function bytesOf(groups: Uint8Array): Uint8Array | undefined {
  const bytes: number[] = []
  let [held, bits] = [0, 0]
  for (const group of groups) {
    held = ((held << 5) | group) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  const isPadded = bits < 5 && (held & ((1 << bits) - 1)) === 0
  return isPadded ? Uint8Array.from(bytes) : undefined
}
