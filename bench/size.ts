// Disk space of a chain of blocks with one payment each, and of the bundles for pages: `npm run build && npm run bench -- size`,
// BENCH_BLOCKS for another length.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type Database, open } from 'lmdb'
import { chainStamp } from '../src/chain/openChain.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { copyStore } from '../src/store/copyStore.ts'
import { openStore } from '../src/store/openStore.ts'
import { tableNames } from '../src/store/tables.ts'
import { ownRoot } from './measuring/builtProgram.ts'
import { sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { makeSmallBlocks } from './sync/smallBlocks.ts'

const blockCount = sizeFrom('BENCH_BLOCKS', 4_000)
const stamp = chainStamp(regtest)
const bundles = join(ownRoot, 'dist/browser')

export async function bench(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'cambium-size-'))
  const [live, compacted] = [join(path, 'live'), join(path, 'compact')]
  try {
    makeSmallBlocks(live, blockCount, 1_000)
    report(live, 'as written block by block')
    compact(live, compacted)
    report(compacted, 'after cambium compact')
  } finally {
    rmSync(path, { recursive: true })
  }
  for (const folder of ['', 'urls']) {
    const files = readdirSync(join(bundles, folder)).filter((name) => /\.(js|wasm)$/.test(name))
    for (const name of files) {
      const bytes = brotliCompressSync(readFileSync(join(bundles, folder, name))).length
      console.log(`${join(folder, name)}: ${(bytes / 1000).toFixed(1)} kB in Brotli`)
    }
  }
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
  console.log(
    `\n${blockCount} blocks of one payment, ${title}: ${perBlock(bytes)} bytes a block in the file\n`,
  )
  console.log(tableHead(['table', 'entries a block', 'content a block', 'pages a block']))
  const root = open<Uint8Array, Uint8Array>({ path, readOnly: true, noSubdir: false, maxDbs: 64 })
  for (const name of tableNames) {
    const table = root.openDB<Uint8Array, Uint8Array>(name, { encoding: 'binary', keyEncoding: 'binary' })
    console.log(tableRow([name, ...figuresOf(table)]))
  }
  void root.close()
}

interface TableStatistics {
  readonly entryCount: number
  readonly pageSize: number
  readonly treeBranchPageCount: number
  readonly treeLeafPageCount: number
  readonly overflowPages: number
}

function figuresOf(table: Database<Uint8Array, Uint8Array>): (string | number)[] {
  const { entryCount, pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages } =
    table.getStats() as TableStatistics
  let content = 0
  for (const { key, value } of table.getRange()) content += key.length + value.length
  const pages = treeBranchPageCount + treeLeafPageCount + overflowPages
  return [(entryCount / blockCount).toFixed(2), perBlock(content), perBlock(pages * pageSize)]
}

const perBlock = (bytes: number): number => Math.round(bytes / blockCount)
