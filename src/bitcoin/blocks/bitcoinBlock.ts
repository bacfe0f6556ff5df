import { doubleSha256 } from '../../crypto/sha256.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { ByteCursor } from '../serialization/byteCursor.ts'
import { encodeWithoutWitness, transactionAt } from '../transactions/bitcoinTransaction.ts'
import { bitcoinHeaderLength } from './bitcoinHeader.ts'

/** Maximum size of a Bitcoin block, witnesses included. */
const maximumBlockBytes = 4_000_000

export interface BitcoinBlock {
  readonly header: Uint8Array
  /** The coinbase transaction without witnesses. */
  readonly coinbase: Uint8Array
  /** Reads and hashes all transactions; returns their ids, the coinbase first, in the byte order of hashing. */
  readonly transactionIds: () => Uint8Array[]
}

/** The parts of a Bitcoin block that merged mining needs. The transactions after the coinbase are read on demand. */
export function decodeBitcoinBlock(bytes: Uint8Array): BitcoinBlock {
  if (bytes.length > maximumBlockBytes) throw new DecodeError('Bitcoin block', 'is too large')
  const cursor = new ByteCursor(bytes)
  const header = cursor.bytes(bitcoinHeaderLength)
  const count = cursor.count()
  if (count === 0) throw new DecodeError('Bitcoin block', 'has no transactions')
  const next = (): Uint8Array => encodeWithoutWitness(transactionAt(cursor, 'dropped'))
  const coinbase = next()
  const transactionIds = (): Uint8Array[] => {
    const ids: Uint8Array[] = [doubleSha256(coinbase)]
    while (ids.length < count) ids.push(doubleSha256(next()))
    const left = bytes.length - cursor.position
    if (left > 0) throw new DecodeError('Bitcoin block', `has ${left} bytes too many`)
    return ids
  }
  return { header, coinbase, transactionIds }
}
