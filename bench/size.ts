// Disk space of a chain of blocks with one payment each: `npm run bench -- size`, BENCH_BLOCKS for another length.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, open } from 'lmdb'
import { genesisBlock } from '../src/protocol/genesis.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import { tableNames } from '../src/store/tables.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { numberedAddress, richSender } from './import/senders.ts'

const { BENCH_BLOCKS: blocks = '4000' } = process.env
const blockCount = Number(blocks)

interface TableStatistics {
  readonly entryCount: number
  readonly pageSize: number
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}

export async function bench(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'cambium-size-'))
  try {
    produce(path)
    report(path)
  } finally {
    rmSync(path, { recursive: true })
  }
}

function produce(path: string): void {
  const genesisHash = genesisBlock(regtest).header.hash
  const store = openStore({ network: regtest.name, genesisHash, path, sync: 'none' })
  const producer = new BlockProducer(store)
  const sender = richSender()
  for (let number = 0; number < blockCount; number++) {
    producer.produce([sender.sign({ to: numberedAddress(number % 1000), value: 1n, gas: 21_000 })])
  }
  store.close()
}

function report(path: string): void {
  const bytes = statSync(join(path, 'data.mdb')).size
  const root = open<Uint8Array, Uint8Array>({ path, readOnly: true, noSubdir: false, maxDbs: 64 })
  console.log(`${blockCount} blocks of one payment: ${perBlock(bytes)} bytes a block in the file`)
  const rows = tableNames.flatMap((name) => {
    const table = root.openDB<Uint8Array, Uint8Array>(name, { encoding: 'binary', keyEncoding: 'binary' })
    return [[name, rowOf(table)] as const]
  })
  console.table(Object.fromEntries(rows))
  void root.close()
}

function rowOf(table: Database<Uint8Array, Uint8Array>): Record<string, number> {
  const { entryCount, pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } =
    table.getStats() as TableStatistics
  let content = 0
  for (const { key, value } of table.getRange()) content += key.length + value.length
  const pages = treeBranchPageCount + treeLeafPageCount + overflowPages
  return {
    'entries a block': Number((entryCount / blockCount).toFixed(2)),
    'content a block': perBlock(content),
    'pages a block': perBlock(pages * pageSize),
  }
}

const perBlock = (bytes: number): number => Math.round(bytes / blockCount)

if (import.meta.filename === process.argv[1]) await bench()
