// The same requests over HTTP to this program and other development chains: `npm run bench -- rpc`. Linux only (/proc), with wrk.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Chain, makeChain } from './rpc/chain.ts'
import { holdConnections } from './rpc/connections.ts'
import { programs } from './rpc/programs.ts'
import { type Running, start } from './rpc/running.ts'
import { sendLoop } from './rpc/sendLoop.ts'
import { type Workload, workloads } from './rpc/workloads.ts'
import { type Load, load } from './rpc/wrk.ts'

/** How long each load lasts, and a substring of the titles to run; all by default. */
const { BENCH_RPC_SECONDS = '2', BENCH_RPC_ONLY = '' } = process.env
const secondsPerRound = Number(BENCH_RPC_SECONDS)
const rounds = 3

interface Contender {
  readonly running: Running
  readonly chain: Chain
}

type Measure = (contender: Contender) => Promise<Load>

export async function bench(): Promise<void> {
  const contenders: Contender[] = []
  try {
    console.log('\nJSON-RPC over HTTP\n\n| | first answer | MiB idle |\n|---|--:|--:|')
    for (const program of programs()) {
      const running = await start(program)
      await sleep(1_000)
      const figures = [`${running.startMs.toFixed(0)} ms`, running.memoryMiB().toFixed(0)]
      console.log(`| ${program.name} | ${figures.join(' | ')} |`)
      contenders.push({ running, chain: await makeChain(running) })
    }
    await compareAll(contenders)
    const memories = contenders.map(
      ({ running }) => `${running.program.name} ${running.memoryMiB().toFixed(0)}`,
    )
    console.log(`\nMiB afterwards: ${memories.join(', ')}`)
  } finally {
    for (const { running } of contenders) await running.stop()
  }
  await holdConnections(programs()[0]!)
}

async function compareAll(contenders: readonly Contender[]): Promise<void> {
  const names = contenders.map(({ running }) => running.program.name)
  console.log(`\nRequests per second (p99 in ms; µs of processor time per request)\n`)
  console.log(`| | × the best peer | by processor time | ${names.join(' | ')} |`)
  console.log(`|---|${'--:|'.repeat(names.length + 2)}`)
  for (const workload of workloads) {
    await compare(workload.title, contenders, (contender) => checkedLoad(workload, contender))
  }
  await compare('send a transfer, get its receipt', contenders, ({ running, chain }) =>
    sendLoop(running, chain, secondsPerRound),
  )
}

async function checkedLoad(workload: Workload, { running, chain }: Contender): Promise<Load> {
  const body = workload.body(chain)
  const answer = await running.client.post(body)
  if (!workload.isRight(JSON.parse(answer))) {
    throw new Error(`${running.program.name}: ${workload.title}: ${answer.slice(0, 300)}`)
  }
  return load(running, { body, seconds: secondsPerRound, connections: workload.connections ?? 32 })
}

/** Runs the programs in turns, so that noise of the machine affects all; the best round of each counts. */
async function compare(title: string, contenders: readonly Contender[], measure: Measure): Promise<void> {
  if (!title.includes(BENCH_RPC_ONLY)) return
  const best: Load[] = []
  for (let round = 0; round < rounds; round++) {
    for (const [index, contender] of contenders.entries()) {
      const measured = await measure(contender)
      if (measured.perSecond >= (best[index]?.perSecond ?? 0)) best[index] = measured
    }
  }
  const [ours, ...others] = best
  const ratio = ours!.perSecond / Math.max(...others.map(({ perSecond }) => perSecond))
  const processorRatio = Math.min(...others.map(({ processorUs }) => processorUs)) / ours!.processorUs
  console.log(
    `| ${title} | ${ratio.toFixed(2)} | ${processorRatio.toFixed(2)} | ${best.map(loadText).join(' | ')} |`,
  )
}

const loadText = ({ perSecond, p99Ms, processorUs }: Load): string =>
  `${perSecond.toPrecision(3)} (${p99Ms.toFixed(1)}; ${processorUs.toFixed(0)})`
