import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { resumedDoubleSha256 } from './doubleSha256.ts'

export interface CoinbaseOutput {
  readonly satoshi: bigint
  readonly script: string
  /** Printable characters of a script without a receiver. */
  readonly note: string | undefined
}

/**
 * The Bitcoin coinbase in a header: cut at a multiple of 64 bytes before the tag. A SHA-256 state stands for the bytes
 * before the cut.
 */
export interface Coinbase {
  /** In the order of hashing. */
  readonly id: Uint8Array
  readonly hiddenBytes: number
  /** Hex digits after the cut. */
  readonly tail: string
  /** The 32 bytes after the last `RSKBLOCK:` in hex; undefined without the tag. */
  readonly tagged: string | undefined
  /** Whether the tag begins within the first 64 bytes, and at most 128 bytes follow what it names. */
  readonly isTagInPlace: boolean
  /** Outputs after the tag; undefined when the bytes are something else. */
  readonly outputs: readonly CoinbaseOutput[] | undefined
}

const stateAt = 8
const tailAt = 40
/** `RSKBLOCK:` in ASCII. */
const tag = '52534b424c4f434b3a'
const taggedDigits = 64
/** Blocks hold coinbases of some hundred bytes; larger ones are not decoded. */
const maximumBytes = 100_000

/** Undefined for a block without one: the first, or one that a fallback key signed. */
export function readCoinbase(hex: string): Coinbase | undefined {
  const digits = hex.slice(2)
  if (!/^([0-9a-f]{2})+$/.test(digits) || digits.length < 2 * tailAt || digits.length > 2 * maximumBytes)
    return undefined
  const bytes = hexToBytes(digits)
  const hiddenBytes = Number(new DataView(bytes.buffer).getBigUint64(0))
  const tail = digits.slice(2 * tailAt)
  const place = lastTag(tail)
  const end = place === undefined ? tail.length : place + tag.length + taggedDigits
  return {
    id: resumedDoubleSha256(bytes.subarray(stateAt, tailAt), hiddenBytes, bytes.subarray(tailAt)),
    hiddenBytes,
    tail,
    tagged: place === undefined || end > tail.length ? undefined : tail.slice(place + tag.length, end),
    isTagInPlace: place !== undefined && place < 128 && tail.length - end <= 256,
    outputs: outputsIn(tail.slice(end)),
  }
}

/** Where the last tag begins, in digits: tags lie at whole bytes. */
function lastTag(tail: string): number | undefined {
  for (let at = tail.lastIndexOf(tag); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(tag, at - 1)) {
    if (at % 2 === 0) return at
  }
  return undefined
}

/** Outputs up to the last four bytes, the lock time. */
function outputsIn(digits: string): readonly CoinbaseOutput[] | undefined {
  const outputs: CoinbaseOutput[] = []
  const end = digits.length - 8
  let at = 0
  while (at < end) {
    const length = Number.parseInt(digits.slice(at + 16, at + 18), 16) * 2
    const script = digits.slice(at + 18, at + 18 + length)
    // Scripts of coinbases are short: a length above 252 has another form and does not occur after the tag.
    if (!(length < 506) || at + 18 + length > end) return undefined
    outputs.push({ satoshi: littleEndian(digits.slice(at, at + 16)), script, note: noteOf(script) })
    at += 18 + length
  }
  return at === end ? outputs : undefined
}

const littleEndian = (digits: string): bigint =>
  BigInt(`0x${bytesToHex(hexToBytes(digits).reverse()) || '0'}`)

const opReturn = '6a'
const noteOf = (script: string): string | undefined =>
  script.startsWith(opReturn) ? printable(script.slice(2)) : undefined

/** Bytes as ASCII, with a dot for each that is not printable. */
export const printable = (digits: string): string =>
  (digits.match(/../g) ?? [])
    .map((pair) => Number.parseInt(pair, 16))
    .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'))
    .join('')
