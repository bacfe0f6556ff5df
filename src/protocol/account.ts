import { DecodeError } from '../primitives/errors.ts'
import { toBigIntBetween, unsignedBytes } from '../primitives/integers.ts'
import { encodeRlp } from '../primitives/rlp/encode.ts'
import { RlpReader } from '../primitives/rlp/reader.ts'
import { signedCoinBytes } from '../primitives/rlp/values.ts'

/** The value at an account's key in the state. */
export interface Account {
  readonly nonce: bigint
  /** May be negative: the sender of an early free Bridge transaction could spend gas it could not pay for. */
  readonly balance: bigint
}

export const emptyAccount: Account = { nonce: 0n, balance: 0n }

export function encodeAccount({ nonce, balance }: Account): Uint8Array {
  return encodeRlp([unsignedBytes(nonce), signedCoinBytes(balance)])
}

export function decodeAccount(bytes: Uint8Array, where = 'account'): Account {
  return decodeShort(bytes) ?? decodeAny(bytes, where)
}

/**
 * Decodes an account whose two items have one-byte prefixes and fill the list, without allocating a reader: a block reads
 * some ten accounts. Undefined for any other encoding.
 */
function decodeShort(bytes: Uint8Array): Account | undefined {
  const { length } = bytes
  if (length < 3 || length > 56 || bytes[0] !== 0xbf + length) return undefined
  const nonceFirst = bytes[1]!
  if (nonceFirst > maximumShortLength) return undefined
  const nonceStart = nonceFirst < 0x80 ? 1 : 2
  const nonceEnd = nonceFirst < 0x80 ? 2 : nonceFirst - 0x80 + 2
  if (nonceEnd >= length) return undefined
  const balanceFirst = bytes[nonceEnd]!
  if (balanceFirst > maximumShortLength) return undefined
  const balanceStart = balanceFirst < 0x80 ? nonceEnd : nonceEnd + 1
  const balanceEnd = balanceFirst < 0x80 ? nonceEnd + 1 : nonceEnd + 1 + balanceFirst - 0x80
  // The highest bit is the sign.
  const isPlain = balanceEnd === length && (balanceStart === length || bytes[balanceStart]! < 0x80)
  if (!isPlain) return undefined
  return {
    nonce: toBigIntBetween(bytes, nonceStart, nonceEnd),
    balance: toBigIntBetween(bytes, balanceStart, balanceEnd),
  }
}

/** The prefix of a string of 32 bytes. */
const maximumShortLength = 0xa0

function decodeAny(bytes: Uint8Array, where: string): Account {
  const reader = RlpReader.list(bytes, where)
  const nonce = reader.unsigned('nonce')
  const balance = reader.signed('balance')
  // A third item would hold state flags (hibernation), which blocks never set.
  if (!reader.done) throw new DecodeError(where, 'has state flags, which blocks never set')
  return { nonce, balance }
}
