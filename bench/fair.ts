// What one client's worst calls do to another's light ones: `npm run bench -- fair`. Linux only, because the clients have
// loopback addresses of their own. BENCH_FAIR_PROGRAM names another build's main.js to compare with; BENCH_FAIR_DATA=memory
// keeps the chain in memory.

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { hostileCalls, makeLogs } from './fair/hostileCalls.ts'
import { startLocalNode } from './fair/localNode.ts'
import type { Running } from './rpc/running.ts'

const {
  BENCH_FAIR_SECONDS = '4',
  BENCH_FAIR_THREADS,
  BENCH_FAIR_PROGRAM: peer,
  BENCH_FAIR_DATA,
} = process.env
const seconds = Number(BENCH_FAIR_SECONDS)
const threads = BENCH_FAIR_THREADS ?? String(availableParallelism())
const ours = join(import.meta.dirname, '../dist/cli/main.js')
/** Calls that the hostile client keeps open. */
const hostileConnections = 6

export async function bench(): Promise<void> {
  console.log(`\nOne client's eth_blockNumber while another does its worst (${threads} threads)\n`)
  console.log(
    '| program | the other client | p50 ms | p99 ms | worst ms | calls per second | share of idle |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|')
  if (peer !== undefined) await measureProgram('before', peer, [])
  await measureProgram('now', ours, ['--threads', threads])
}

async function measureProgram(name: string, main: string, flags: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-fair-'))
  const isInMemory = BENCH_FAIR_DATA === 'memory'
  const running = await startLocalNode(name, main, isInMemory ? undefined : folder, flags)
  try {
    await makeLogs(running)
    await observe(running)
    const idle = await observe(running)
    report(name, 'idle', idle, idle)
    for (const { title, body, before } of hostileCalls) {
      const stop = attack(running, before === undefined ? [body] : [before, body])
      report(name, title, await observe(running), idle)
      await stop()
    }
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Keeps calls open until the returned function is called. */
function attack(running: Running, bodies: readonly string[]): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, localAddress: '127.0.0.2' })
  let isOver = false
  const loops = Array.from({ length: hostileConnections }, async () => {
    while (!isOver) for (const body of bodies) await post(running.port, agent, body).catch(() => {})
  })
  return async () => {
    isOver = true
    agent.destroy()
    await Promise.all(loops)
  }
}

async function observe({ port }: Running): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const latencies: number[] = []
  const endMs = performance.now() + seconds * 1000
  while (performance.now() < endMs) {
    const startedAt = performance.now()
    await post(port, agent, body)
    latencies.push(performance.now() - startedAt)
  }
  agent.destroy()
  return latencies.sort((one, other) => one - other)
}

/** Reads the answer without keeping it. */
function post(port: number, agent: Agent, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', agent, headers }, (response) => {
      response.on('error', reject)
      response.on('end', resolve)
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function report(name: string, title: string, latencies: readonly number[], idle: readonly number[]): void {
  const at = (part: number): string =>
    (latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0).toFixed(2)
  const share = ((100 * latencies.length) / idle.length).toFixed(0)
  const perSecond = (latencies.length / seconds).toFixed(0)
  console.log(`| ${[name, title, at(0.5), at(0.99), at(1), perSecond, `${share} %`].join(' | ')} |`)
}
