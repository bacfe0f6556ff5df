// Disk space of a chain of blocks with one payment each: `npm run bench -- size`, BENCH_BLOCKS for another length.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, open } from 'lmdb'
import { genesisBlock } from '../src/protocol/genesis.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { copyStore } from '../src/store/copyStore.ts'
import { openStore } from '../src/store/openStore.ts'
import { tableNames } from '../src/store/tables.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { numberedAddress, richSender } from './import/senders.ts'

const { BENCH_BLOCKS: blocks = '4000' } = process.env
const blockCount = Number(blocks)

const stamp = { network: regtest.name, genesisHash: genesisBlock(regtest).header.hash }

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
    produce(join(path, 'live'))
    report(join(path, 'live'), 'as written block by block')
    compact(join(path, 'live'), join(path, 'compact'))
    report(join(path, 'compact'), 'after cambium compact')
  } finally {
    rmSync(path, { recursive: true })
  }
}

function produce(path: string): void {
  const store = openStore({ ...stamp, path, flush: 'none' })
  const producer = new BlockProducer(store)
  const sender = richSender()
  for (let number = 0; number < blockCount; number++) {
    producer.produce([sender.sign({ to: numberedAddress(number % 1000), value: 1n, gas: 21_000 })])
  }
  store.close()
}

function compact(from: string, to: string): void {
  const source = openStore({ ...stamp, path: from, readOnly: true })
  const target = openStore({ ...stamp, path: to, flush: 'none' })
  for (const _ of copyStore(source, target));
  target.close()
  source.close()
}

function report(path: string, title: string): void {
  const bytes = statSync(join(path, 'data.mdb')).size
  const root = open<Uint8Array, Uint8Array>({ path, readOnly: true, noSubdir: false, maxDbs: 64 })
  console.log(`${blockCount} blocks of one payment, ${title}: ${perBlock(bytes)} bytes a block in the file`)
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
