import { describe, expect, it } from 'vitest'
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

/** Searches in blocks of which some fit in the caches. The walks over them return their reads of a table. */
function searchesOf(searched: Searched, room: number) {
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
  const shares = {
    ...cacheShares(1 << 20),
    ...{ receipts: room * weights.receipts, bodies: room * weights.bodies },
  }
  const blocks = new Blocks(counting, regtest, shares)
  const readsOfWalk = (first: number): number => {
    reads = 0
    // As a search of logs reads them. A body that is not kept is not read again for its next transaction.
    for (const hash of hashes.slice(first)) {
      blocks.storedReceipts(hash)
      for (const index of [0, 0]) blocks.transactionHash(hash, index)
    }
    return reads
  }
  return (walks: number, first = 0): number[] => Array.from({ length: walks }, () => readsOfWalk(first))
}

describe.each(['receipts', 'bodies'] as const)('searches of %s', (searched) => {
  it('read blocks that fit in the cache once only', () => {
    const readsOfWalks = searchesOf(searched, blockCount)
    expect(readsOfWalks(3)).toEqual([blockCount, 0, 0])
  })

  it('find at least a third of the blocks in the cache when they are repeated over twice as many as fit', () => {
    const readsOfWalks = searchesOf(searched, blockCount / 2)
    const [first, ...others] = readsOfWalks(10)
    expect(first).toBe(blockCount)
    for (const reads of others) expect(reads).toBeLessThan((blockCount * 2) / 3)
  })

  it('keep one of eight blocks that follow when the cache is full', () => {
    const room = 20
    const readsOfWalks = searchesOf(searched, room)
    readsOfWalks(1)
    const following = blockCount - room
    expect(readsOfWalks(1, room)).toEqual([following - following / 8])
  })
})
