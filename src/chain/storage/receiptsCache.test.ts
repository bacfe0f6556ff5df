import { expect, it } from 'vitest'
import { asAddress } from '../../primitives/bytes.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Reader } from '../../store/store.ts'
import { takeSerial } from './blockRecords.ts'
import { Blocks, putBlock } from './blocks.ts'
import { cacheShares } from './chainMemory.ts'

const address = asAddress(new Uint8Array(20).fill(1))
const blockCount = 100
const dataLength = 1_000
/** A little more than the receipts of a block take in the cache. */
const weight = dataLength + 700

function filledStore() {
  const store = memoryStore()
  const hashes = Array.from({ length: blockCount }, (_, number) => {
    const header = sealHeader(headerFields(regtest, number), regtest)
    const logs = [{ address, topics: [], data: new Uint8Array(dataLength).fill(7) }]
    const bloom = new Uint8Array(256)
    const receipts: Receipt[] = [{ success: true, cumulativeGasUsed: 1, gasUsed: 1, logsBloom: bloom, logs }]
    const block = { header, transactions: [remascTransaction(number + 1)], uncles: [] }
    const record = { header, totalDifficulty: 1n, stateRoot: header.stateRoot }
    store.write((batch) => putBlock(batch, takeSerial(batch, record.header.hash), record, block, receipts))
    return header.hash
  })
  return { store, hashes }
}

/** Reads of receipts from the store by each of some walks over all blocks. */
function readsOfWalks(receiptsBytes: number, walks: number): number[] {
  const { store, hashes } = filledStore()
  let reads = 0
  const counting: Reader = {
    get(table, key) {
      if (table === 'receipts') reads++
      return store.get(table, key)
    },
    has: store.has.bind(store),
    range: store.range.bind(store),
  }
  const blocks = new Blocks(counting, regtest, { ...cacheShares(1 << 20), receipts: receiptsBytes })
  return Array.from({ length: walks }, () => {
    reads = 0
    for (const hash of hashes) blocks.storedReceipts(hash)
    return reads
  })
}

it('a walk over blocks that fit in the cache of receipts reads them once', () => {
  expect(readsOfWalks(blockCount * weight, 3)).toEqual([blockCount, 0, 0])
})

it('a repeated walk over twice as many blocks as the cache holds finds a third of them in it at least', () => {
  const [first, ...others] = readsOfWalks((blockCount / 2) * weight, 10)
  expect(first).toBe(blockCount)
  for (const reads of others) expect(reads).toBeLessThan((blockCount * 2) / 3)
})
