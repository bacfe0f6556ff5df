// Searches for logs in busy blocks: `npm run bench -- logs`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addToIndexes } from '../src/chain/importing/canonicalIndexes.ts'
import { type LogQuery, searchBlocks } from '../src/chain/logs/logQuery.ts'
import { takeSerial } from '../src/chain/storage/blockRecords.ts'
import { Blocks, putBlock } from '../src/chain/storage/blocks.ts'
import { putHead } from '../src/chain/storage/canonicalHashes.ts'
import { keccak256 } from '../src/crypto/keccak256.ts'
import { asAddress, asciiBytes } from '../src/primitives/bytes.ts'
import { sealHeader } from '../src/protocol/headers/hashes.ts'
import { headerFields } from '../src/protocol/headers/headerFields.cases.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import type { Receipt } from '../src/protocol/receipts.ts'
import { remascTransaction } from '../src/protocol/transactions/remasc.ts'
import { LogWriter } from '../src/rpc/logs/logWriter.ts'
import { openStore } from '../src/store/openStore.ts'
import type { Store } from '../src/store/store.ts'

const blockCount = 20
const logsPerBlock = 500
const logsPerReceipt = 5
const rounds = 9

const word = (text: string) => keccak256(asciiBytes(text))
const emitter = asAddress(word('emitter').subarray(0, 20))
const rareTopic = word('rare')

function receiptsOf(block: number): Receipt[] {
  const logs = Array.from({ length: logsPerBlock }, (_, index) => ({
    address: emitter,
    topics: [word('Transfer'), index === 321 ? rareTopic : word(`${block} ${index}`), word(`to ${index}`)],
    data: new Uint8Array(32).fill(1, 28),
  }))
  return Array.from({ length: logsPerBlock / logsPerReceipt }, (_, index) => ({
    success: true,
    cumulativeGasUsed: (index + 1) * 50_000,
    gasUsed: 50_000,
    logsBloom: new Uint8Array(256),
    logs: logs.slice(index * logsPerReceipt, (index + 1) * logsPerReceipt),
  }))
}

function fill(store: Store): void {
  store.write((batch) => {
    for (let number = 0; number < blockCount; number++) {
      const header = sealHeader(headerFields(regtest, number), regtest)
      const receipts = receiptsOf(number)
      const transactions = receipts.map((_, index) => remascTransaction(number * 1000 + index + 1))
      const block = { header, transactions, uncles: [] }
      const record = { header, totalDifficulty: 1n, stateRoot: header.stateRoot }
      putBlock(batch, takeSerial(batch, header.hash), record, block, receipts)
      addToIndexes(batch, block, receipts)
      putHead(batch, header.hash)
    }
  })
}

/** Searches, writes the answer, and returns the number of logs. */
function answer(store: Store, blocks: Blocks, query: LogQuery): number {
  const writer = new LogWriter()
  searchBlocks(store, blocks, query, writer)
  writer.end()
  return writer.count
}

/** Processor microseconds per search, the best of some rounds. */
function measure(count: number, search: () => number): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage()
    for (let run = 0; run < count; run++) search()
    const { user, system } = process.cpuUsage(start)
    best = Math.min(best, (user + system) / count)
  }
  return best
}

export async function bench(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'cambium-logs-'))
  const store = openStore({ network: 'regtest', genesisHash: new Uint8Array(32), path, flush: 'none' })
  try {
    fill(store)
    const range = { fromBlock: 0, toBlock: blockCount, addresses: [] }
    const searches: [string, LogQuery][] = [
      ['a rare topic', { ...range, topics: [[], [rareTopic]] }],
      ['all logs', { ...range, addresses: [emitter], topics: [] }],
    ]
    console.log(
      `${blockCount} blocks with ${logsPerBlock} logs each; microseconds of processor time a search`,
    )
    for (const [name, query] of searches) {
      const known = new Blocks(store, regtest)
      const cached = (): number => answer(store, known, query)
      const cold = (): number => answer(store, new Blocks(store, regtest), query)
      const figures = [measure(50, cached), measure(10, cold)].map((figure) => figure.toFixed(0))
      console.log(
        `${name}: ${cached()} logs, ${figures[0]} (blocks in the cache), ${figures[1]} (from the store)`,
      )
    }
  } finally {
    store.close()
    rmSync(path, { recursive: true })
  }
}

if (import.meta.filename === process.argv[1]) await bench()
