import {
  type BitcoinTransaction,
  bitcoinId,
  encodeTransaction,
  encodeWithoutWitness,
  hasWitness,
} from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { toHexDigits } from '../../../primitives/hex.ts'

/** A transaction with its id, hash and sizes. */
export interface KnownTransaction {
  readonly transaction: BitcoinTransaction
  /** With witnesses. */
  readonly raw: Uint8Array
  /** In printed order, as the hash. */
  readonly id: Uint8Array
  /** The id in hex digits, the key of maps. */
  readonly key: string
  /** The hash with witnesses. */
  readonly hash: Uint8Array
  readonly weight: number
  /** A quarter of the weight, rounded up. */
  readonly virtualSize: number
  readonly plainSize: number
}

export function knownTransaction(transaction: BitcoinTransaction): KnownTransaction {
  const raw = encodeTransaction(transaction)
  const plain = hasWitness(transaction) ? encodeWithoutWitness(transaction) : raw
  const id = bitcoinId(plain)
  const weight = 3 * plain.length + raw.length
  return {
    transaction,
    raw,
    id,
    key: toHexDigits(id),
    hash: raw.length === plain.length ? id : bitcoinId(raw),
    weight,
    virtualSize: Math.ceil(weight / 4),
    plainSize: plain.length,
  }
}

/** The key of an output in maps. */
export const outpointKey = (outpoint: {
  readonly transactionId: Uint8Array
  readonly outputIndex: number
}): string => `${toHexDigits(outpoint.transactionId)}:${outpoint.outputIndex}`
