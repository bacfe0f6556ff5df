import { DecodeError } from '../primitives/errors.ts'
import { unsignedBytes } from '../primitives/integers.ts'
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
  const reader = RlpReader.list(bytes, where)
  const nonce = reader.unsigned('nonce')
  const balance = reader.signed('balance')
  // A third item would hold state flags (hibernation), which blocks never set.
  if (!reader.done) throw new DecodeError(where, 'has state flags, which blocks never set')
  return { nonce, balance }
}
