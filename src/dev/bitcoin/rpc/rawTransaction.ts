import { fromHex } from '../../../primitives/hex.ts'
import { bitcoinError } from '../bitcoinError.ts'
import type { KnownTransaction } from '../chain/knownTransaction.ts'
import { decodeFailure, readRawTransaction } from '../simulatedBitcoin.ts'

/** The transaction in hex digits of a client. */
export function rawTransaction(text: string): KnownTransaction {
  if (!/^([0-9a-f]{2})+$/i.test(text)) throw bitcoinError('deserialization', decodeFailure)
  return readRawTransaction(fromHex(text))
}
