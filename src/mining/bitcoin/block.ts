import { doubleSha256 } from '../../crypto/sha256.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { bitcoinHeaderBytes } from '../../protocol/mergedMining/bitcoinHeader.ts'
import { BitcoinReader } from './bitcoinReader.ts'
import { readTransaction } from './transaction.ts'

/** No Bitcoin block is larger, witnesses included. */
export const maximumBlockBytes = 4_000_000

export interface BitcoinBlock {
  readonly header: Uint8Array
  /** Without witnesses. */
  readonly coinbase: Uint8Array
  /** Of all transactions, the coinbase first, in the byte order of hashing. */
  readonly transactionIds: readonly Uint8Array[]
}

/** The parts of a serialized Bitcoin block that merged mining needs. */
export function decodeBitcoinBlock(bytes: Uint8Array): BitcoinBlock {
  if (bytes.length > maximumBlockBytes) throw new DecodeError('Bitcoin block', 'is too large')
  const reader = new BitcoinReader(bytes, 'Bitcoin block')
  const header = reader.bytes(bitcoinHeaderBytes)
  const count = reader.count()
  if (count === 0) throw new DecodeError('Bitcoin block', 'has no transactions')
  const coinbase = readTransaction(reader)
  const transactionIds: Uint8Array[] = [doubleSha256(coinbase)]
  while (transactionIds.length < count) transactionIds.push(doubleSha256(readTransaction(reader)))
  reader.end()
  return { header, coinbase, transactionIds }
}
