// Reading history as indexers do, in rows for each second of the server's processor time:
// `npm run build && npm run bench -- index`. Linux only (/proc).
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { comparedBuilds } from './import/importRuns.ts'
import { fill, logsPerBlock } from './index/history.ts'
import { memoryOfSlowClients } from './index/slowClients.ts'
import { exportRate, streamQuery, type Way, ways } from './index/ways.ts'
import { RunningNode } from './mainnet/commands.ts'

/** Length of the chain, rounds in turns, a part of the names of the ways to measure, and another build beside this one. */
const { BENCH_BLOCKS = '100000', BENCH_ROUNDS = '3', BENCH_ONLY = '' } = process.env
const blockCount = Number(BENCH_BLOCKS)
const rounds = Number(BENCH_ROUNDS)
const formats = ['parquet', 'jsonl']
const roots = comparedBuilds()

type Rates = Map<string, number[][]>

function note(rates: Rates, way: string, build: number, rate: number): void {
  const ofBuilds = rates.get(way) ?? roots.map(() => [])
  ofBuilds[build]!.push(rate)
  rates.set(way, ofBuilds)
}

async function rateOf(way: Way, node: RunningNode): Promise<number> {
  const before = node.counters.processorSeconds
  const rows = await way(node, blockCount)
  return rows / (node.counters.processorSeconds - before)
}

const isWanted = (name: string): boolean => name.includes(BENCH_ONLY)
const kilo = (rate: number): string => `${(rate / 1_000).toFixed(1)}k`

/** Each build has a copy of the folder, because a folder has one writer. */
async function measureServed(data: string, rates: Rates): Promise<void> {
  const nodes: RunningNode[] = []
  try {
    for (const [build, root] of roots.entries()) {
      const copy = `${data}-${build}`
      cpSync(data, copy, { recursive: true })
      nodes.push(await RunningNode.startIn(root, copy))
    }
    for (let round = 0; round < rounds; round++) {
      for (const [name, way] of ways) {
        if (!isWanted(name)) continue
        for (const [build, node] of nodes.entries()) note(rates, name, build, await rateOf(way, node))
      }
    }
    for (const node of nodes) {
      console.log(`memory after the reads: ${node.memoryMiB.toFixed(0)} MiB`)
      if (isWanted('clients that do not read')) {
        console.log(await memoryOfSlowClients(`${node.url}/data`, streamQuery, () => node.memoryMiB))
      }
    }
  } finally {
    for (const node of nodes) await node.kill()
    for (const build of roots.keys()) rmSync(`${data}-${build}`, { recursive: true, force: true })
  }
}

export async function bench(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'cambium-index-'))
  const rates: Rates = new Map()
  try {
    fill(join(data, 'regtest'), blockCount)
    console.log(`${blockCount} blocks with a transaction and ${logsPerBlock} logs each`)
    await measureServed(data, rates)
    for (let round = 0; round < rounds; round++) {
      for (const format of formats) {
        if (!isWanted(`export ${format}`)) continue
        for (const [build, root] of roots.entries()) {
          note(rates, `export of logs, ${format}`, build, await exportRate(root, data, format, blockCount))
        }
      }
    }
    for (const [name, ofBuilds] of rates) {
      console.log(`${name.padEnd(36)}${ofBuilds.map((each) => each.map(kilo).join(' ').padEnd(30)).join('')}`)
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

if (import.meta.filename === process.argv[1]) await bench()
