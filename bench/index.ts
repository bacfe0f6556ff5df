// Reading history as indexers do, in rows for each second of the server's processor time:
// `npm run build && npm run bench -- index`. Linux only (/proc).
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill, logsPerBlock } from './index/history.ts'
import { memoryOfSlowClients } from './index/slowClients.ts'
import { exportRate, streamQuery, type Way, ways } from './index/ways.ts'
import { RunningNode } from './mainnet/commands.ts'
import { type Build, comparedBuilds } from './measuring/builtProgram.ts'
import { sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'

/** Length of the chain, rounds in turns, a part of the names of the ways to measure. */
const blockCount = sizeFrom('BENCH_BLOCKS', 100_000)
const rounds = sizeFrom('BENCH_ROUNDS', 3)
const { BENCH_ONLY = '' } = process.env
const isWanted = (name: string): boolean => name.includes(BENCH_ONLY)

interface Served extends Build {
  readonly node: RunningNode
  /** A copy of the folder, because a folder has one writer. */
  readonly copy: string
}

export async function bench(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cambium-index-'))
  const served: Served[] = []
  try {
    fill(join(data, 'regtest'), blockCount)
    console.log(`${blockCount} blocks with a transaction and ${logsPerBlock} logs each; thousands of rows`)
    const names = Array.from({ length: rounds }, (_, round) => `round ${round + 1}`)
    console.log(tableHead(['way', 'build', ...names], 2))
    for (const build of comparedBuilds()) {
      const copy = `${data}-${build.name}`
      cpSync(data, copy, { recursive: true })
      served.push({ ...build, copy, node: await RunningNode.startIn(build.root, copy) })
    }
    await report(
      [...ways].map(([name, way]) => ({ name, rate: ({ node }) => rateOf(way, node) })),
      served,
    )
    for (const { node } of served) {
      console.log(`memory after the reads: ${node.memoryMiB.toFixed(0)} MiB`)
      if (isWanted('clients that do not read'))
        console.log(await memoryOfSlowClients(`${node.url}/data`, streamQuery, () => node.memoryMiB))
    }
    await report(
      ['parquet', 'jsonl'].map((format) => ({
        name: `export of logs, ${format}`,
        rate: ({ root }) => exportRate(root, data, format, blockCount),
      })),
      served,
    )
  } finally {
    for (const { node } of served) await node.kill()
    for (const folder of [data, ...served.map(({ copy }) => copy)]) rmSync(folder, { recursive: true })
  }
}

/** A way to read, and its rows for each second. */
interface Reading {
  readonly name: string
  readonly rate: (build: Served) => Promise<number>
}

/** All ways and builds take turns. */
async function report(readings: readonly Reading[], served: readonly Served[]): Promise<void> {
  const contenders = readings
    .filter(({ name }) => isWanted(name))
    .flatMap((reading) => served.map((build) => ({ reading, build })))
  const rates = await inTurns(rounds, contenders, ({ reading, build }) => reading.rate(build))
  for (const [index, { reading, build }] of contenders.entries())
    console.log(
      tableRow([reading.name, build.name, ...rates[index]!.map((each) => (each / 1_000).toFixed(1))]),
    )
}

async function rateOf(way: Way, node: RunningNode): Promise<number> {
  const before = node.counters.processorSeconds
  const rows = await way(node, blockCount)
  return rows / (node.counters.processorSeconds - before)
}
