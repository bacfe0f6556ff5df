// Import of signed blocks from a file into committed state on the disk: `npm run bench -- import`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBlockFile } from '../src/cli/blockFiles/writeBlockFile.ts'
import { type ChainName, recordedBlocks } from '../src/primitives/recordings.cases.ts'
import { type Block, encodeBlock } from '../src/protocol/block.ts'
import { genesisBlock } from '../src/protocol/genesis.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { produceLoggingBlocks, rareTopic, tokenBlocks, transferBlocks } from './import/generatedChains.ts'
import type { ImportFigures } from './import/measureImport.ts'

/** The full measurement uses 100000, 50000 and 100000; with the default sizes it takes less than a minute. */
const transfers = sizeFrom('BENCH_TRANSFERS', 6_000)
const tokenTransfers = sizeFrom('BENCH_TOKEN_TRANSFERS', 3_000)
const loggingBlocks = sizeFrom('BENCH_LOG_BLOCKS', 3_000)

const rareLogs = 10
const queries = 50

const recordings: readonly ChainName[] = ['basic', 'contracts', 'fuzz-a']
const chain = { network: regtest.name, genesisHash: genesisBlock(regtest).header.hash }

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-import-'))
  try {
    printHead()
    for (const name of recordings) {
      const file = fileURLToPath(new URL(`../test/fixtures/chains/${name}.jsonl.gz`, import.meta.url))
      print(name, measureFile(file, join(folder, name), recordedBlocks(name).length))
    }
    await generated(`${transfers} transfers`, folder, (producer) => transferBlocks(producer, transfers))
    await generated(`${tokenTransfers} token transfers`, folder, (producer) =>
      tokenBlocks(producer, tokenTransfers),
    )
    queryLogs(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function generated(
  name: string,
  folder: string,
  blocksOf: (producer: BlockProducer) => Iterable<Block>,
): Promise<void> {
  const producer = producerIn(join(folder, `making ${name}`))
  const file = join(folder, `${name}.blocks`)
  const count = await writeBlockFile(file, chain, encoded(blocksOf(producer)))
  print(name, measureFile(file, join(folder, name), count))
}

function* encoded(blocks: Iterable<Block>): Generator<Uint8Array> {
  for (const block of blocks) yield encodeBlock(block)
}

const producerIn = (path: string): BlockProducer =>
  new BlockProducer(openStore({ ...chain, path, sync: 'none' }))

function measureFile(file: string, folder: string, blocks: number): ImportFigures {
  const program = fileURLToPath(new URL('import/measureImport.ts', import.meta.url))
  const args = ['--expose-gc', '--import', 'tsx', program, file, folder, String(blocks)]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

/** A rare topic over the whole chain and over a tenth of it: the time should depend on the answer, not on the range. */
function queryLogs(folder: string): void {
  const { chain: filled } = fill(producerIn(join(folder, 'logs')))
  const last = filled.head.number
  for (const fromBlock of [0, last - Math.floor(last / 10)]) {
    const times: number[] = []
    let found = 0
    for (let query = 0; query < queries; query++) {
      const start = performance.now()
      found = filled.logs({ fromBlock, toBlock: last, addresses: [], topics: [[], [], [rareTopic]] }).length
      times.push(performance.now() - start)
    }
    const first = times[0]!.toFixed(2)
    const median = times.sort((a, b) => a - b)[queries >> 1]!.toFixed(2)
    console.log(
      `rare topic over ${last - fromBlock} blocks: ${found} logs, first ${first} ms, median ${median} ms`,
    )
  }
}

function fill(producer: BlockProducer): BlockProducer {
  produceLoggingBlocks(producer, loggingBlocks, rareLogs)
  return producer
}

function sizeFrom(variable: string, usual: number): number {
  const size = Number(process.env[variable] ?? usual)
  if (!Number.isSafeInteger(size) || size < 1) throw new Error(`${variable} must be a positive whole number`)
  return size
}

const columns = ['chain', 'blocks/s', 'tx/s', 'tx/cpu s', 'Mgas/s']

function printHead(): void {
  console.log('import into LMDB, every block flushed to the disk; MB of memory (live after a collection)')
  console.log(`${row(columns)}  at 10 %, 50 % and 100 %`)
}

function print(name: string, figures: ImportFigures): void {
  const { blocks, transactions, gas, seconds, processorSeconds, memory } = figures
  const rates = [
    blocks / seconds,
    transactions / seconds,
    transactions / processorSeconds,
    gas / seconds / 1e6,
  ].map((rate) => rate.toFixed(rate < 100 ? 1 : 0))
  const megabytes = memory.map(({ resident, live }) => `${resident} (${live})`)
  console.log(`${row([name, ...rates])}  ${megabytes.join(', ')}`)
}

const row = ([name = '', ...cells]: readonly string[]): string =>
  `  ${name.padEnd(26)}${cells.map((cell) => cell.padStart(10)).join('')}`

if (import.meta.filename === process.argv[1]) await bench()
