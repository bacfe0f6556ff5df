// The latency of light calls while traces run: `npx tsx bench/trace.ts`. Needs dist/.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const contract = `0x${'c0de'.repeat(10)}`
const pauseMs = 2
const measureMs = 4_000

interface Trace {
  readonly title: string
  /** Code of the called contract. */
  readonly code: string
  readonly gas: number
  readonly tracer: string
}

/** Loops of JUMPDEST PUSH1 JUMP, without memory or with 1 KiB of memory in each step. */
const traces: readonly Trace[] = [
  { title: 'calls of 100 M gas', code: '0x5b600056', gas: 100_000_000, tracer: 'callTracer' },
  { title: 'struct logs, small', code: '0x5b600056', gas: 10_000_000, tracer: 'rskTracer' },
  { title: 'struct logs, wide', code: '0x60016103e0525b600656', gas: 600_000, tracer: 'rskTracer' },
]

const bodyOf = (method: string, params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

const traceBody = ({ code, gas, tracer }: Trace): string =>
  bodyOf('debug_traceCall', [
    { to: contract, gas: `0x${gas.toString(16)}` },
    'latest',
    { tracer, stateOverrides: { [contract]: { code } } },
  ])

async function startNode(): Promise<{ child: ChildProcess; url: string }> {
  const words = [
    'node',
    '--json',
    '--port',
    '0',
    '--network',
    'regtest',
    '--limits.answer-bytes',
    '4000000000',
  ]
  const options = ['--networks.regtest.call-gas-cap', '1000000000']
  const child = spawn(process.execPath, [program, ...words, ...options], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, url: JSON.parse(line).networks[0].url }
}

/** Reads an answer in another process, so that reading does not disturb the measurement. */
async function readElsewhere(url: string, body: string): Promise<number> {
  const script = `
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'identity' }
    const response = await fetch(process.argv[1], { method: 'POST', headers, body: process.argv[2] })
    let length = 0
    for await (const chunk of response.body) length += chunk.length
    console.log(length)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, url, body], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return Number(line)
}

const agent = new Agent({ keepAlive: true })

function lightCall(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', resolve)
    })
    sent.on('error', reject)
    sent.end(bodyOf('eth_blockNumber', []))
  })
}

/** Milliseconds of light calls, one after the other with pauses, until the promise settles. */
async function lightCalls(url: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const start = performance.now()
    await lightCall(url)
    times.push(performance.now() - start)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return times.sort((a, b) => a - b)
}

const at = (times: readonly number[], part: number): string =>
  `${times[Math.min(times.length - 1, Math.floor(times.length * part))]!.toFixed(1)} ms`.padStart(9)

const latencies = (times: readonly number[]): string =>
  `eth_blockNumber p50${at(times, 0.5)}  p99${at(times, 0.99)}  maximum${at(times, 1)}`

/** The peak memory of a process, from the Linux proc file system. */
function peakMegabytes(pid: number | undefined): string {
  if (process.platform !== 'linux') return 'unknown'
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

export async function bench(): Promise<void> {
  console.log('\nTraces beside light calls')
  const { child, url } = await startNode()
  const quiet = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, measureMs))
  await lightCalls(url, quiet())
  console.log(`  ${'no trace'.padEnd(22)}${latencies(await lightCalls(url, quiet()))}`)
  for (const trace of traces) {
    const start = performance.now()
    const reading = readElsewhere(url, traceBody(trace))
    const times = await lightCalls(url, reading)
    const seconds = (performance.now() - start) / 1000
    const megabytes = (await reading) / 1e6
    console.log(`  ${trace.title.padEnd(22)}${latencies(times)}`)
    const size = `${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s`
    console.log(`  ${''.padEnd(22)}${size}, peak memory of the node ${peakMegabytes(child.pid)}`)
  }
  agent.destroy()
  child.kill()
  await once(child, 'exit')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bench()
