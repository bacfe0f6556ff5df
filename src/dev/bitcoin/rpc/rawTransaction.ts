import { fromHex } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { decodeFailure, readRawTransaction } from '../simulatedBitcoin.ts'

/** A transaction that no block can hold (BIP-141) is not decoded: showing its parts would take seconds. */
const maximumBlockWeight = 4_000_000

/** The transaction in hex digits of a client. */
export function rawTransaction(text: string): KnownTransaction {
  if (text === '' || text.length % 2 !== 0 || /[^0-9a-f]/i.test(text))
    throw bitcoinError('deserialization', decodeFailure)
  const known = readRawTransaction(fromHex(text))
  if (known.weight > maximumBlockWeight) throw bitcoinError('deserialization', decodeFailure)
  return known
}
