import type { Hash } from '../../primitives/bytes.ts'
import type { Batch, Reader } from '../../store/store.ts'
import { NumberReader, numbersLength, writeNumber } from './numbers.ts'
import { getSealed, sealRecord } from './sealedRecord.ts'

/** The place of a transaction in the canonical chain. */
export interface TransactionPlace {
  readonly blockNumber: number
  readonly index: number
}

export function putPlace(batch: Batch, transaction: Hash, place: TransactionPlace): void {
  batch.put('transactions', transaction, sealRecord(transaction, encodePlaceRecord(place)))
}

export function encodePlaceRecord({ blockNumber, index }: TransactionPlace): Uint8Array {
  const bytes = new Uint8Array(numbersLength([blockNumber, index]))
  writeNumber(bytes, writeNumber(bytes, 0, blockNumber), index)
  return bytes
}

export function placeOf(reader: Reader, transaction: Hash): TransactionPlace | undefined {
  const content = getSealed(reader, 'transactions', transaction)
  return content && decodePlace(content)
}

export function decodePlace(content: Uint8Array): TransactionPlace {
  const numbers = new NumberReader(content, 'place')
  return { blockNumber: numbers.next(), index: numbers.next() }
}
