import { asHash, concatBytes, type Hash } from '../../primitives/bytes.ts'
import { unsignedBytes } from '../../primitives/integers.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Store } from '../../store/store.ts'
import { getBlockRecord, serialOf } from '../storage/blockRecords.ts'
import { canonicalHashOf, headHashOf } from '../storage/canonicalHashes.ts'
import { openRecord } from '../storage/sealedRecord.ts'
import { decodeReceipts } from '../storage/storedReceipts.ts'
import { placeOf } from '../storage/transactionPlace.ts'

/** Rewrites a store as version 2 of the format had it. */
export function toSecondFormat(store: Store): void {
  store.write((batch) => {
    for (const { key } of [...store.range('serials')]) {
      if (key.length === 32) {
        const serial = serialOf(batch, asHash(key))!
        for (const table of ['headers', 'bodies', 'receipts', 'participants'] as const) {
          const content = getBlockRecord(batch, table, serial)
          batch.delete(table, serial)
          if (content === undefined) continue
          batch.put(table, key, table === 'receipts' ? encodeSecond(decodeReceipts(content)) : content)
        }
      }
    }
    for (const { key, value } of [...store.range('logIndex')]) {
      batch.put('logIndex', key, openRecord('logIndex', key, value))
    }
    for (const { key } of [...store.range('transactions')]) {
      const { blockNumber, index } = placeOf(batch, asHash(key))!
      const position = new Uint8Array(4)
      new DataView(position.buffer).setUint32(0, index)
      batch.put('transactions', key, concatBytes(canonicalHashOf(batch, blockNumber)!, position))
    }
    for (const { key, value } of [...store.range('canonical')]) {
      batch.put('canonical', key, openRecord('canonical', key, value))
    }
    for (const { key } of [...store.range('serials')]) batch.delete('serials', key)
    const head: Hash = headHashOf(store)!
    batch.put('meta', Buffer.from('chain.head'), head)
  })
}

const encodeSecond = (receipts: readonly Receipt[]): Uint8Array =>
  encodeRlp(
    receipts.map(({ success, cumulativeGasUsed, gasUsed, logs }) => [
      success ? Uint8Array.of(1) : new Uint8Array(0),
      unsignedBytes(cumulativeGasUsed),
      unsignedBytes(gasUsed),
      logs.map(({ address, topics, data }) => [address, concatBytes(...topics), data]),
    ]),
  )
