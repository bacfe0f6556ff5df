// Calls on a fork: cold ones in round trips to an endpoint with 50 ms of latency, warm ones relative to a local chain.
import { fileURLToPath } from 'node:url'
import { createNode } from '../src/library/createNode.ts'
import type { LocalNode } from '../src/library/localNode.ts'
import { startProcess } from '../test/processes/reportingProcess.ts'
import { cellReader, expectedSum, sumOfCells } from './fork/cellReader.ts'
import { median, sizeFrom } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'
import { processorMs } from './measuring/processorTime.ts'

const program = fileURLToPath(new URL('fork/originProcess.ts', import.meta.url))
const coldRuns = 5
const turns = sizeFrom('BENCH_ROUNDS', 9)
const callsPerTurn = 300

export async function bench(): Promise<void> {
  const { child, exited, nextReport } = startProcess(program)
  try {
    await benchFork(`http://127.0.0.1:${await nextReport()}`)
  } finally {
    child.kill()
    await exited
  }
}

async function benchFork(url: string): Promise<void> {
  const [trips = []] = await inTurns(coldRuns, [url], roundTrip)
  const [colds = []] = await inTurns(coldRuns, [url], coldCall)
  const [tripMs, coldMs] = [median(trips), median(colds)]
  console.log('\n## fork')
  console.log(
    `a cold call of 50 cells: ${(coldMs / tripMs).toFixed(1)} round trips (${coldMs.toFixed(0)} ms at ${tripMs.toFixed(0)} ms each)`,
  )
  const fork = await createNode({ fork: { url }, accounts: 0 })
  const local = await createNode({ allocations: [cellReader] })
  const nodes = [fork, local]
  for (const node of nodes) await warmMs(node)
  const [ofFork = [], ofLocal = []] = await inTurns(turns, nodes, warmMs)
  for (const node of nodes) node.close()
  const ratio = median(ofFork.map((ms, turn) => ms / ofLocal[turn]!))
  console.log(
    `a warm call: ${ratio.toFixed(2)} × a local one (${median(ofFork).toFixed(2)} ms of processor time)`,
  )
}

async function coldCall(url: string): Promise<number> {
  const node = await createNode({ fork: { url }, accounts: 0 })
  const startedAt = performance.now()
  await callOn(node)
  const elapsed = performance.now() - startedAt
  node.close()
  return elapsed
}

async function callOn(node: LocalNode): Promise<void> {
  const sum = await node.request(sumOfCells)
  if (sum !== expectedSum) throw new Error(`the call answers ${String(sum)} instead of ${expectedSum}`)
}

async function warmMs(node: LocalNode): Promise<number> {
  const before = processorMs()
  for (let count = 0; count < callsPerTurn; count++) await callOn(node)
  return (processorMs() - before) / callsPerTurn
}

async function roundTrip(url: string): Promise<number> {
  const startedAt = performance.now()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  await (await fetch(url, { method: 'POST', body })).text()
  return performance.now() - startedAt
}
