// Calls on a fork: cold ones in round trips to an endpoint with 50 ms of latency, warm ones relative to a local chain.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createNode } from '../src/library/createNode.ts'
import type { LocalNode } from '../src/library/localNode.ts'
import { cellReader, expectedSum, sumOfCells } from './fork/cellReader.ts'

const program = fileURLToPath(new URL('fork/originProcess.ts', import.meta.url))
const coldRuns = 5
const turns = 9
const callsPerTurn = 300

export async function bench(): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const port = await new Promise<string>((resolve) => {
    child.stdout!.once('data', (line: Buffer) => resolve(line.toString().trim()))
  })
  try {
    await benchFork(`http://127.0.0.1:${port}`)
  } finally {
    child.disconnect()
    child.kill()
  }
}

async function benchFork(url: string): Promise<void> {
  const tripMs = await median(coldRuns, () => roundTrip(url))
  const coldMs = await median(coldRuns, async () => {
    const node = await createNode({ fork: { url }, accounts: 0 })
    const startedAt = performance.now()
    await callOn(node)
    const elapsed = performance.now() - startedAt
    node.close()
    return elapsed
  })
  console.log('\n## fork')
  console.log(
    `a cold call of 50 cells: ${(coldMs / tripMs).toFixed(1)} round trips (${coldMs.toFixed(0)} ms at ${tripMs.toFixed(0)} ms each)`,
  )
  await benchWarm(url)
}

async function benchWarm(url: string): Promise<void> {
  const fork = await createNode({ fork: { url }, accounts: 0 })
  const local = await createNode({ allocations: [cellReader] })
  for (const node of [fork, local]) for (let count = 0; count < callsPerTurn; count++) await callOn(node)
  const ratios: number[] = []
  let perCallMs = 0
  for (let turn = 0; turn < turns; turn++) {
    const ofFork = await processorMs(fork)
    const ofLocal = await processorMs(local)
    ratios.push(ofFork / ofLocal)
    perCallMs = ofFork
  }
  fork.close()
  local.close()
  ratios.sort((a, b) => a - b)
  console.log(
    `a warm call: ${ratios[Math.floor(turns / 2)]!.toFixed(2)} × a local one (${perCallMs.toFixed(2)} ms of processor time)`,
  )
}

async function callOn(node: LocalNode): Promise<void> {
  const sum = await node.request(sumOfCells)
  if (sum !== expectedSum) throw new Error(`the call answers ${String(sum)} instead of ${expectedSum}`)
}

async function processorMs(node: LocalNode): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < callsPerTurn; count++) await callOn(node)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / callsPerTurn
}

async function roundTrip(url: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
  })
  await response.text()
  return performance.now() - startedAt
}

async function median(runs: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = []
  for (let run = 0; run < runs; run++) values.push(await measure())
  return values.sort((a, b) => a - b)[Math.floor(runs / 2)]!
}
