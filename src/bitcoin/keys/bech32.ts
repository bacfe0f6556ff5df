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

/** What the five bits that leave the checksum add to it. */
const feedback = Int32Array.from({ length: 32 }, (_, top) =>
  generators.reduce((sum, generator, bit) => ((top >> bit) & 1 ? sum ^ generator : sum), 0),
)

/** The checksum with one more group. */
const polymod = (checksum: number, group: number): number =>
  ((checksum & 0x1ffffff) << 5) ^ group ^ feedback[checksum >>> 25]!

/** The checksum of a prefix, before its groups. */
function startOf(prefix: string): number {
  let checksum = 1
  for (let at = 0; at < prefix.length; at++) checksum = polymod(checksum, prefix.charCodeAt(at) >> 5)
  checksum = polymod(checksum, 0)
  for (let at = 0; at < prefix.length; at++) checksum = polymod(checksum, prefix.charCodeAt(at) & 31)
  return checksum
}

export function encodeBech32({ prefix, kind, groups }: Bech32Text): string {
  const { length } = groups
  // A string that grows by single characters would be a tree of them.
  const digits = Buffer.alloc(length + checksumLength)
  let checksum = startOf(prefix)
  for (let at = 0; at < length; at++) {
    digits[at] = alphabet.charCodeAt(groups[at]!)
    checksum = polymod(checksum, groups[at]!)
  }
  for (let at = 0; at < checksumLength; at++) checksum = polymod(checksum, 0)
  checksum ^= constants[kind]
  for (let at = 0; at < checksumLength; at++) {
    digits[length + at] = alphabet.charCodeAt((checksum >> (5 * (checksumLength - 1 - at))) & 31)
  }
  return `${prefix}1${digits.toString('latin1')}`
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
  const checksum = groups.reduce(polymod, startOf(prefix))
  const kind =
    checksum === constants.bech32 ? 'bech32' : checksum === constants.bech32m ? 'bech32m' : undefined
  return kind && { prefix, kind, groups: groups.subarray(0, groups.length - checksumLength) }
}

/** A first group, then bytes as groups of five bits, the last one padded with zeros. */
export function groupsOf(bytes: Uint8Array, first: number): Uint8Array {
  const groups = new Uint8Array(1 + Math.ceil((8 * bytes.length) / 5))
  groups[0] = first
  let held = 0
  let bits = 0
  let at = 1
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) groups[at++] = (held >> (bits - 5)) & 31
  }
  if (bits > 0) groups[at] = (held << (5 - bits)) & 31
  return groups
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
