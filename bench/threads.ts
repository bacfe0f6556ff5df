// Heavy and light reads with several numbers of threads: `npm run bench -- threads`. Linux only (/proc), with wrk.
// BENCH_THREADS_PROGRAM names another build's main.js to compare with, BENCH_THREADS_COUNTS the numbers of threads (0,1,2,4),
// BENCH_THREADS_ROWS a part of the rows' titles, BENCH_THREADS_SECONDS the seconds of each of three rounds.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { heavyCalls, makeLogs, makePairs } from './fair/hostileCalls.ts'
import { startLocalNode } from './fair/localNode.ts'
import type { Running } from './rpc/running.ts'
import { load } from './rpc/wrk.ts'

const {
  BENCH_THREADS_SECONDS = '2',
  BENCH_THREADS_COUNTS = '0,1,2,4',
  BENCH_THREADS_ROWS = '',
  BENCH_THREADS_PROGRAM: peer,
} = process.env
const seconds = Number(BENCH_THREADS_SECONDS)
const rounds = 3
const ours = join(import.meta.dirname, '../dist/cli/main.js')

const call = (method: string, ...params: unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const light = [
  { title: 'eth_blockNumber', body: call('eth_blockNumber'), connections: 32 },
  { title: 'small eth_call', body: call('eth_call', { data: '0x6001600201' }), connections: 32 },
  { title: 'eth_getBlockByNumber', body: call('eth_getBlockByNumber', '0x1', true), connections: 32 },
]
const heavy = heavyCalls.map((one) => ({ ...one, connections: 8 }))

interface Contender {
  readonly name: string
  readonly running: Running
  readonly folder: string
}

export async function bench(): Promise<void> {
  const programs = [
    ...(peer === undefined ? [] : [{ name: 'before', main: peer, flags: [] }]),
    ...BENCH_THREADS_COUNTS.split(',').map((threads) => ({
      name: `${threads} threads`,
      main: ours,
      flags: ['--threads', threads],
    })),
  ]
  const contenders: Contender[] = []
  try {
    for (const { name, main, flags } of programs) contenders.push(await open(name, main, flags))
    console.log('\nRequests per second (µs of processor time per request, of them in the main thread)\n')
    console.log(`| | ${contenders.map(({ name }) => name).join(' | ')} |`)
    console.log(`|---|${'--:|'.repeat(contenders.length)}`)
    for (const workload of [...light, ...heavy]) {
      if (workload.title.includes(BENCH_THREADS_ROWS)) await compare(workload, contenders)
    }
  } finally {
    for (const { running, folder } of contenders) {
      await running.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

async function open(name: string, main: string, flags: readonly string[]): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-threads-'))
  const running = await startLocalNode(name, main, folder, flags)
  await makeLogs(running)
  await makePairs(running)
  return { name, running, folder }
}

/**
 * Runs the programs in turns, so that noise of the machine affects all; the best round of each counts. The first round is
 * not counted, because every thread first fills its own caches and compiles.
 */
async function compare(
  { title, body, connections }: (typeof light)[number],
  contenders: readonly Contender[],
): Promise<void> {
  const best = contenders.map(() => ({ perSecond: 0, processorUs: 0, mainThreadUs: 0 }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { running }] of contenders.entries()) {
      const measured = await load(running, { body, seconds, connections })
      if (round > 0 && measured.perSecond > best[index]!.perSecond) best[index] = measured
    }
  }
  const figures = best.map(
    ({ perSecond, processorUs, mainThreadUs }) =>
      `${perSecond.toFixed(0)} (${processorUs.toFixed(0)}, ${mainThreadUs.toFixed(0)})`,
  )
  console.log(`| ${title} | ${figures.join(' | ')} |`)
}
