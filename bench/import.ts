// Import of signed blocks from a file into committed state on the disk: `npm run bench -- import`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBlockFile } from '../src/cli/blockFiles/writeBlockFile.ts'
import { fromHex } from '../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock, encodeBlock } from '../src/protocol/block.ts'
import { genesisBlock } from '../src/protocol/genesis.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { produceLoggingBlocks, rareTopic, tokenBlocks, transferBlocks } from './import/generatedChains.ts'
import { comparedBuilds, importFile, type Use } from './import/importRuns.ts'

/** The full measurement uses 100000, 50000 and 100000; with the default sizes it takes two minutes, with a base four. */
const transfers = sizeFrom('BENCH_TRANSFERS', 6_000)
const tokenTransfers = sizeFrom('BENCH_TOKEN_TRANSFERS', 3_000)
const loggingBlocks = sizeFrom('BENCH_LOG_BLOCKS', 3_000)

/** Alternating runs of each build, of which the median counts. */
const rounds = sizeFrom('BENCH_ROUNDS', 5)
/** The first runs fill the cache of compiled code, which an installed program has. */
const uncountedRuns = 2
const memoryMs = 2_000

const rareLogs = 10
const queries = 50

const recordings: readonly ChainName[] = ['basic', 'contracts', 'fuzz-a']
const chain = { network: regtest.name, genesisHash: genesisBlock(regtest).header.hash }

interface Size {
  readonly transactions: number
}

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-import-'))
  try {
    printHead()
    for (const build of comparedBuilds()) {
      for (let run = 0; run < uncountedRuns; run++) importFile(build, recordingFile('contracts'))
    }
    for (const name of recordings) {
      const file = recordingFile(name)
      const blocks = recordedBlocks(name).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
      compare(name, file, sizeOf(blocks))
    }
    const transferFile = await generated(`${transfers} transfers`, folder, (producer) =>
      transferBlocks(producer, transfers),
    )
    await generated(`${tokenTransfers} token transfers`, folder, (producer) =>
      tokenBlocks(producer, tokenTransfers),
    )
    printMemory(transferFile)
    queryLogs(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recordingFile = (name: ChainName): string =>
  fileURLToPath(new URL(`../test/fixtures/chains/${name}.jsonl.gz`, import.meta.url))

const sizeOf = (blocks: readonly Block[]): Size => ({
  transactions: blocks.reduce((sum, block) => sum + block.transactions.length, 0),
})

async function generated(
  name: string,
  folder: string,
  blocksOf: (producer: BlockProducer) => Iterable<Block>,
): Promise<string> {
  const producer = producerIn(join(folder, `making ${name}`))
  const file = join(folder, `${name}.blocks`)
  let transactions = 0
  function* counted(): Generator<Block> {
    for (const block of blocksOf(producer)) {
      transactions += block.transactions.length
      yield block
    }
  }
  await writeBlockFile(file, chain, encoded(counted()))
  compare(name, file, { transactions })
  return file
}

function* encoded(blocks: Iterable<Block>): Generator<Uint8Array> {
  for (const block of blocks) yield encodeBlock(block)
}

const producerIn = (path: string): BlockProducer =>
  new BlockProducer(openStore({ ...chain, path, flush: 'none' }))

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

const columns = ['chain', 'tx/s', 'to base', 'tx/cpu s', 'µs executing', 'µs of all', 'MB at most']

function printHead(): void {
  console.log('import with the built program into LMDB; start and compilation included')
  console.log(row(columns))
}

/** Runs the builds alternately and prints the medians of each, and the ratio of the rates. */
function compare(name: string, file: string, { transactions }: Size): void {
  const builds = comparedBuilds()
  const runs = builds.map((): Use[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, build] of builds.entries()) runs[index]!.push(importFile(build, file))
  }
  const rates = runs.map((uses) => transactions / median(uses.map(({ seconds }) => seconds)))
  for (const [index, uses] of runs.entries()) {
    const processorSeconds = median(uses.map((use) => use.processorSeconds))
    const rate = rates[index]!
    const figures = [
      transactions / processorSeconds,
      (1e6 * median(uses.map(({ executingSeconds }) => executingSeconds ?? Number.NaN))) / transactions,
      (1e6 * processorSeconds) / transactions,
      median(uses.map(({ resident }) => resident)),
    ]
    const label = index === builds.length - 1 ? name : `${name}, base`
    const cells = figures.map((figure) => figure.toFixed(0))
    console.log(row([label, rate.toFixed(0), (rate / rates[0]!).toFixed(2), ...cells]))
  }
}

const median = (figures: readonly number[]): number =>
  [...figures].sort((a, b) => a - b)[figures.length >> 1]!

/** The memory in use should be constant once the caches are full. */
function printMemory(file: string): void {
  const { alive, resident } = importFile(comparedBuilds().at(-1)!, file, memoryMs)
  console.log(`  MB alive every ${memoryMs / 1000} s: ${alive.join(', ')}; resident at most ${resident}`)
}

const row = ([name = '', ...cells]: readonly string[]): string =>
  `  ${name.padEnd(34)}${cells.map((cell) => cell.padStart(14)).join('')}`

if (import.meta.filename === process.argv[1]) await bench()
