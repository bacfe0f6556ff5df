import { describe, expect, it } from 'vitest'
import { asAddress, type Hash } from '../../primitives/bytes.ts'
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
/** A little more than a record of a block takes in its cache. */
const weights = { receipts: dataLength + 700, bodies: 1_600 }
type Searched = keyof typeof weights

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

/** Reads of a table by each of some walks over all blocks, with room for the records of some of them. */
function readsOfWalks(searched: Searched, room: number, walks: number): number[] {
  const { store, hashes } = filledStore()
  let reads = 0
  const counting: Reader = {
    get(table, key) {
      if (table === searched) reads++
      return store.get(table, key)
    },
    has: store.has.bind(store),
    range: store.range.bind(store),
  }
  const shares = { ...cacheShares(1 << 20), [searched]: room * weights[searched] }
  const blocks = new Blocks(counting, regtest, shares)
  const search = {
    receipts: (hash: Hash) => blocks.storedReceipts(hash),
    bodies(hash: Hash) {
      blocks.transactionHash(hash, 0)
      // A body that is not kept is not read again for its next transaction.
      blocks.transactionHash(hash, 0)
    },
  }
  return Array.from({ length: walks }, () => {
    reads = 0
    for (const hash of hashes) search[searched](hash)
    return reads
  })
}

describe.each(['receipts', 'bodies'] as const)('searches of %s', (searched) => {
  it('read blocks that fit in the cache once', () => {
    expect(readsOfWalks(searched, blockCount, 3)).toEqual([blockCount, 0, 0])
  })

  it('find a third of twice as many blocks as the cache holds in it at least, when they are repeated', () => {
    const [first, ...others] = readsOfWalks(searched, blockCount / 2, 10)
    expect(first).toBe(blockCount)
    for (const reads of others) expect(reads).toBeLessThan((blockCount * 2) / 3)
  })
})
