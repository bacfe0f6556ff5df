import fc from 'fast-check'
import { expect, it } from 'vitest'
import { takeSerial } from '../../chain/storage/blockRecords.ts'
import { Blocks, putBlock } from '../../chain/storage/blocks.ts'
import { flatLog } from '../../chain/storage/flatLog.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { LogVisitor } from '../../chain/storage/storedReceipts.ts'
import { arbitraryReceipt } from '../../protocol/arbitraryReceipts.cases.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { arbitraryTransaction } from '../../protocol/transactions/arbitraryTransactions.cases.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { receiptShape } from '../shapes/receiptShape.ts'
import { receiptsText } from './receiptsText.ts'

const executed = fc.tuple(arbitraryTransaction, arbitraryReceipt)

it('the text of receipts is the JSON of their shapes', () => {
  const store = memoryStore()
  const blocks = new Blocks(store, regtest)
  const chain = {
    unpackLogs: ({ hash }: StoredBlock, logIndexes: Iterable<number>, visit: LogVisitor) =>
      blocks.storedReceipts(hash).unpackEach(logIndexes, flatLog(), visit),
  }
  let number = 1
  const property = fc.property(fc.array(executed, { maxLength: 5 }), fc.nat(5), (parts, hidden) => {
    const header = sealHeader(headerFields(regtest, number++), regtest)
    const body = { transactions: parts.map(([transaction]) => transaction), uncles: [] }
    const receipts = parts.map(([, receipt]) => receipt)
    const record = { header, totalDifficulty: 1n, stateRoot: header.stateRoot }
    store.write((batch) => putBlock(batch, takeSerial(batch, header.hash), record, body, receipts))
    const block = blocks.expect(header.hash)
    const count = Math.max(0, parts.length - hidden)
    const shapes = Array.from({ length: count }, (_, index) => receiptShape(block, index))
    expect(receiptsText(block, count, chain).text).toBe(JSON.stringify(shapes))
  })
  fc.assert(property)
})
