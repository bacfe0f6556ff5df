// Import of signed blocks from a file into committed state on the disk: `npm run build && npm run bench -- import`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chainStamp } from '../src/chain/openChain.ts'
import { writeBlockFile } from '../src/cli/blockFiles/writeBlockFile.ts'
import { fromHex } from '../src/primitives/hex.ts'
import { type ChainName, recordedBlocks } from '../src/primitives/recordings.cases.ts'
import { type Block, decodeBlock, encodeBlock } from '../src/protocol/block.ts'
import { regtest } from '../src/protocol/networks/definitions.ts'
import { openStore } from '../src/store/openStore.ts'
import { BlockProducer } from './import/blockProducer.ts'
import { tokenBlocks, transferBlocks } from './import/generatedChains.ts'
import { runIn } from './mainnet/commands.ts'
import { comparedBuilds, type Use } from './measuring/builtProgram.ts'
import { median, sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'

/** The full measurement uses 100000 and 50000; with the default sizes it takes two minutes, with a base four. */
const transfers = sizeFrom('BENCH_TRANSFERS', 6_000)
const tokenTransfers = sizeFrom('BENCH_TOKEN_TRANSFERS', 3_000)
/** Alternating runs of each build, of which the median counts. */
const rounds = sizeFrom('BENCH_ROUNDS', 5)
/** The first runs fill the cache of compiled code, which an installed program has. */
const uncountedRuns = 2

const recordings: readonly ChainName[] = ['basic', 'contracts', 'fuzz-a']
const chain = chainStamp(regtest)
const builds = comparedBuilds()

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-import-'))
  try {
    console.log('import with the built program into LMDB; start and compilation included')
    console.log(tableHead(['chain', 'build', 'tx/s', 'to base', 'tx/cpu s', 'µs of all', 'MB at most'], 2))
    await inTurns(uncountedRuns, builds, ({ root }) => imported(root, recordingFile('contracts')))
    for (const name of recordings) {
      const blocks = recordedBlocks(name).map(({ rlp }) => decodeBlock(fromHex(rlp), regtest))
      const transactions = blocks.reduce((sum, block) => sum + block.transactions.length, 0)
      await compare(name, recordingFile(name), transactions)
    }
    await generated(`${transfers} transfers`, folder, (producer) => transferBlocks(producer, transfers))
    await generated(`${tokenTransfers} token transfers`, folder, (producer) =>
      tokenBlocks(producer, tokenTransfers),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const recordingFile = (name: ChainName): string =>
  fileURLToPath(new URL(`../test/fixtures/chains/${name}.jsonl.gz`, import.meta.url))

async function generated(
  name: string,
  folder: string,
  blocksOf: (producer: BlockProducer) => Iterable<Block>,
): Promise<void> {
  const path = join(folder, `making ${name}`)
  const producer = new BlockProducer(openStore({ ...chain, path, flush: 'none' }))
  const file = join(folder, `${name}.blocks`)
  let transactions = 0
  function* encoded(): Generator<Uint8Array> {
    for (const block of blocksOf(producer)) {
      transactions += block.transactions.length
      yield encodeBlock(block)
    }
  }
  await writeBlockFile(file, chain, encoded())
  await compare(name, file, transactions)
}

/** Imports a file into a new folder with the program of a checkout. */
async function imported(root: string, file: string): Promise<Use> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-import-'))
  try {
    return await runIn(root, 'import', file, '--data', join(folder, 'data'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs the builds alternately and prints the medians of each, and the ratio of the rates. */
async function compare(name: string, file: string, transactions: number): Promise<void> {
  const runs = await inTurns(rounds, builds, ({ root }) => imported(root, file))
  const rates = runs.map((uses) => transactions / median(uses.map(({ seconds }) => seconds)))
  for (const [index, uses] of runs.entries()) {
    const processorSeconds = median(uses.map((use) => use.processorSeconds))
    const figures = [
      transactions / processorSeconds,
      (1e6 * processorSeconds) / transactions,
      median(uses.map(({ resident }) => resident)),
    ].map((figure) => figure.toFixed(0))
    const rate = rates[index]!
    const ratio = (rate / rates.at(-1)!).toFixed(2)
    console.log(tableRow([name, builds[index]!.name, rate.toFixed(0), ratio, ...figures]))
  }
}
