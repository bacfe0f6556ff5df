import { describe, expect, it } from 'vitest'
import { asAddress, asHash } from '../../primitives/bytes.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { headerFields } from '../../protocol/headers/headerFields.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Reader } from '../../store/store.ts'
import { addToIndexes } from '../importing/canonicalIndexes.ts'
import { takeSerial } from '../storage/blockRecords.ts'
import { Blocks, putBlock } from '../storage/blocks.ts'
import { putHead } from '../storage/canonicalHashes.ts'
import { type LogQuery, searchBlocks } from './logQuery.ts'
import { FoundLogs } from './logSink.ts'
import { TooManyLogs } from './tooManyLogs.ts'

const frequent = asHash(new Uint8Array(32).fill(1))
const rare = asHash(new Uint8Array(32).fill(2))
const emitter = asAddress(new Uint8Array(20))

/** Stores unconnected headers of a long chain with their logs, for code that reads numbers and logs only. */
function longChain(length: number, topicsOf: (number: number) => (typeof frequent)[]) {
  const store = memoryStore()
  store.write((batch) => {
    for (let number = 0; number < length; number++) {
      const header = sealHeader(headerFields(regtest, number), regtest)
      const block = { header, transactions: [remascTransaction(number + 1)], uncles: [] }
      const logs = topicsOf(number).map((topic) => ({
        address: emitter,
        topics: [topic],
        data: new Uint8Array(0),
      }))
      const receipts: Receipt[] = [
        { success: true, cumulativeGasUsed: 0, gasUsed: 0, logsBloom: new Uint8Array(256), logs },
      ]
      const record = { header, totalDifficulty: 1n, stateRoot: header.stateRoot }
      putBlock(batch, takeSerial(batch, record.header.hash), record, block, receipts)
      addToIndexes(batch, block, receipts)
      putHead(batch, header.hash)
    }
  })
  return { store, blocks: new Blocks(store, regtest) }
}

function findLogs(reader: Reader, blocks: Blocks, query: LogQuery) {
  const found = new FoundLogs()
  searchBlocks(reader, blocks, query, found)
  return found.logs
}

describe('the number of logs in an answer', () => {
  const { store, blocks } = longChain(5_000, (number) =>
    number === 10 ? [] : [frequent, frequent, frequent],
  )
  const query = (fromBlock: number, toBlock: number) =>
    findLogs(store, blocks, { fromBlock, toBlock, addresses: [], topics: [[frequent]] })

  it('is not bounded in up to 2,000 blocks', () => {
    const crowded = longChain(2_000, () => Array.from({ length: 6 }, () => frequent))
    const found = findLogs(crowded.store, crowded.blocks, {
      fromBlock: 0,
      toBlock: 1_999,
      addresses: [emitter],
      topics: [],
    })
    expect(found).toHaveLength(12_000)
  })

  it('is at most 10,000 in more blocks, and the error names a range that can be answered', () => {
    let refusal: unknown
    try {
      query(0, 4_999)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(TooManyLogs)
    expect(refusal).toMatchObject({ fromBlock: 0, toBlock: 3_333 })
    expect(query(0, 3_333)).toHaveLength(9_999)
    expect(() => query(0, 3_334)).toThrow(TooManyLogs)
  })

  it('leads to an error with a range of 2,000 blocks when fewer blocks have too many logs', () => {
    const crowded = longChain(2_500, (number) => (number < 2 ? Array(10_001).fill(frequent) : []))
    const ask = (toBlock: number) =>
      findLogs(crowded.store, crowded.blocks, { fromBlock: 0, toBlock, addresses: [], topics: [] })
    expect(() => ask(2_499)).toThrow(expect.objectContaining({ fromBlock: 0, toBlock: 1_999 }))
    expect(ask(1_999)).toHaveLength(20_002)
  })
})

describe('the work of a query', () => {
  it('depends on the rarest term, not on the range or the other terms', () => {
    const { store, blocks } = longChain(10_000, (number) =>
      number === 9_000 ? [frequent, rare] : [frequent],
    )
    let entries = 0
    const counting: Reader = {
      get: store.get.bind(store),
      has: store.has.bind(store),
      *range(...asked: Parameters<typeof store.range>) {
        for (const entry of store.range(...asked)) {
          entries++
          yield entry
        }
      },
    }
    const criterion = { addresses: [emitter], topics: [[rare]] }
    const found = findLogs(counting, blocks, { ...criterion, fromBlock: 0, toBlock: 9_999 })
    expect(found.map(({ blockNumber }) => blockNumber)).toEqual([9_000])
    expect(entries).toBeLessThan(40)
  })
})
