import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { arbitraryReceipt } from '../../protocol/arbitraryReceipts.cases.ts'
import { logsBloom } from '../../protocol/bloom.ts'
import { arbitraryHeader, headerForms } from '../../protocol/headers/arbitraryHeaders.cases.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import { encodeReceipt } from '../../protocol/receipts.ts'
import { arbitraryTransaction, words } from '../../protocol/transactions/arbitraryTransactions.cases.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import { decodeHeaderRecord, encodeHeaderRecord } from './headerRecord.ts'
import { encodeBody, StoredBody } from './storedBody.ts'
import { decodeReceipts, encodeReceipts } from './storedReceipts.ts'
import { placeOf, putPlace } from './transactionPlace.ts'

const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(asHash)

describe('stored records are read back', () => {
  it.each(headerForms)('headers: $form, with total difficulty and state root', ({ network, number }) => {
    const roots = fc.option(hashes)
    fc.assert(
      fc.property(arbitraryHeader(network, number), words, roots, (header, totalDifficulty, ownRoot) => {
        const stateRoot = ownRoot ?? header.stateRoot
        const bytes = encodeHeaderRecord({ header, totalDifficulty, stateRoot })
        const decoded = decodeHeaderRecord(bytes, network)
        expect(encodeHeader(decoded.header)).toEqual(encodeHeader(header))
        expect(decoded.header.hash).toEqual(header.hash)
        expect(decoded.totalDifficulty).toBe(totalDifficulty)
        expect(decoded.stateRoot).toEqual(stateRoot)
      }),
      { numRuns: 30 },
    )
  })

  it('bodies', () => {
    const { network, number } = headerForms[5]!
    const uncleLists = fc.array(arbitraryHeader(network, number), { maxLength: 2 })
    fc.assert(
      fc.property(fc.array(arbitraryTransaction, { maxLength: 3 }), uncleLists, (transactions, uncles) => {
        const body = new StoredBody(encodeBody({ transactions, uncles }), network)
        expect(body.transactions.map(({ encoded }) => encoded)).toEqual(
          transactions.map(({ encoded }) => encoded),
        )
        expect(body.uncles.map(encodeHeader)).toEqual(uncles.map(encodeHeader))
      }),
      { numRuns: 50 },
    )
  })

  it('receipts, whose blooms follow from their logs', () => {
    const receipt = arbitraryReceipt.map((random) => ({ ...random, logsBloom: logsBloom(random.logs) }))
    fc.assert(
      fc.property(fc.array(receipt, { maxLength: 4 }), (receipts) => {
        expect(decodeReceipts(encodeReceipts(receipts)).map((receipt) => encodeReceipt(receipt))).toEqual(
          receipts.map((receipt) => encodeReceipt(receipt)),
        )
      }),
      { numRuns: 50 },
    )
  })

  it('places of transactions', () => {
    fc.assert(
      fc.property(hashes, fc.nat(2 ** 40), fc.nat(2 ** 31), (hash, blockNumber, index) => {
        const store = memoryStore()
        store.write((batch) => putPlace(batch, hash, { blockNumber, index }))
        expect(placeOf(store, hash)).toEqual({ blockNumber, index })
      }),
    )
  })
})
