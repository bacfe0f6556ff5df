// The effect of one client's heaviest calls on another's light ones: `npm run bench -- fair`. Linux only, because the
// clients have loopback addresses of their own. BENCH_FAIR_PROGRAM names another build's main.js to compare with;
// BENCH_FAIR_DATA=memory keeps the chain in memory; BENCH_FAIR_ROWS is a part of the rows' titles.
//
// A client's share is relative to what Linux grants it while other programs keep as many cores busy as the service has
// threads: busy processes and the attack take turns, so that other load on the machine affects both. The part of the main
// thread that the attack takes is measured in processor time, without the other client, and does not depend on that load.
//
// The attacker's process runs on the same cores, at normal priority, although it would be another machine; with the client,
// the threads of the service and as many cores as it has threads, some thread always waits for a core. So the p99 is printed
// twice: as measured, and on free cores, that is without the time in which the client's thread or the main thread was ready
// but had no core, which Linux counts. The share has no such correction.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HostileCall, hostileCalls, makeLogs } from './fair/hostileCalls.ts'
import { startLocalNode } from './fair/localNode.ts'
import { post } from './fair/post.ts'
import { openRunDelay } from './fair/runDelay.ts'
import { processorSeconds, type Running } from './rpc/running.ts'

const {
  BENCH_FAIR_SECONDS = '4',
  BENCH_FAIR_THREADS,
  BENCH_FAIR_PROGRAM: peer,
  BENCH_FAIR_DATA,
  BENCH_FAIR_ROWS = '',
} = process.env
const seconds = Number(BENCH_FAIR_SECONDS)
const threads = BENCH_FAIR_THREADS ?? String(availableParallelism())
const ours = join(import.meta.dirname, '../dist/cli/main.js')
const attacker = join(import.meta.dirname, 'fair/attackerProcess.ts')
/** Turns of busy processes and the attack. */
const turns = 3
let addresses = 0
/** Busy programs beside the service. */
const busyPrograms = [2, 6]
/** Until an attack that has started has all its calls open. */
const warmUpMs = 500
/** Processor time of the other threads over which the main thread's part is measured, and the maximum time for it. */
const busySeconds = 2
const patienceMs = 30_000

export async function bench(): Promise<void> {
  console.log(`\nOne client's eth_blockNumber while another sends its heaviest calls (${threads} threads)\n`)
  console.log(
    '| program | the other client | p50 ms | p99 ms | p99 on free cores | worst ms | calls per second | share | main thread for the other |',
  )
  console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|')
  if (peer !== undefined) await measureProgram('before', peer, [])
  await measureProgram('now', ours, ['--threads', threads])
  console.log('\nThe same beside other busy programs\n')
  console.log(
    '| program | busy programs | a reader thread’s processor time, in parts of a busy program’s | p50 ms | p99 ms | worst ms |',
  )
  console.log('|---|--:|--:|--:|--:|--:|')
  if (peer !== undefined) await measureBeside('before', peer, [])
  await measureBeside('now', ours, ['--threads', threads])
}

/**
 * The share that reader threads get beside other programs, and the light calls of another client meanwhile. At equal priority
 * a reader thread gets as much time as a busy program.
 */
async function measureBeside(name: string, main: string, flags: readonly string[]): Promise<void> {
  const running = await startLocalNode(name, main, undefined, flags)
  try {
    const bodies = JSON.stringify([hostileCalls[0]!.body])
    await observe(running, seconds)
    for (const count of busyPrograms) {
      const begin = async (): Promise<ChildProcess[]> => {
        const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']))
        const child = fork(attacker, [String(running.port), newAddress(), bodies])
        await once(child, 'message')
        return [...loops, child]
      }
      const reading = (loops: readonly ChildProcess[]) => ({
        readers: (running.processorSeconds() - running.mainThreadSeconds()) / Number(threads),
        loop: loops.reduce((sum, { pid }) => sum + processorSeconds(`/proc/${pid}/stat`), 0) / count,
      })
      const [calls, share] = await during(begin, async (processes) => {
        const loops = processes.slice(0, count)
        const before = reading(loops)
        const observed = await observe(running, seconds)
        const after = reading(loops)
        return [observed, (after.readers - before.readers) / (after.loop - before.loop)] as const
      })
      const times = calls.map(({ ms }) => ms)
      const figures = [count, share.toFixed(2), at(times, 0.5), at(times, 0.99), at(times, 1)]
      console.log(`| ${[name, ...figures].join(' | ')} |`)
    }
  } finally {
    await running.stop()
  }
}

async function measureProgram(name: string, main: string, flags: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-fair-'))
  const isInMemory = BENCH_FAIR_DATA === 'memory'
  const running = await startLocalNode(name, main, isInMemory ? undefined : folder, flags)
  try {
    await makeLogs(running)
    await observe(running, seconds)
    report(name, 'idle', await observe(running, seconds), '', '')
    for (const call of hostileCalls) {
      if (call.title.includes(BENCH_FAIR_ROWS)) await measureCall(name, running, call)
    }
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureCall(
  name: string,
  running: Running,
  { title, body, before }: HostileCall,
): Promise<void> {
  const bodies = JSON.stringify(before === undefined ? [body] : [before, body])
  const attack = async (): Promise<ChildProcess[]> => {
    const child = fork(attacker, [String(running.port), newAddress(), bodies])
    await once(child, 'message')
    return [child]
  }
  const spin = async (): Promise<ChildProcess[]> =>
    Array.from({ length: Number(threads) }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  const attacked: Call[] = []
  let divided = 0
  for (let turn = 0; turn < turns; turn++) {
    divided += (await during(spin, () => observe(running, seconds / turns))).length
    attacked.push(...(await during(attack, () => observe(running, seconds / turns))))
  }
  const part = await during(attack, () => mainThreadPart(running))
  const percent = (value: number): string => `${(100 * value).toFixed(0)} %`
  report(name, title, attacked, percent(attacked.length / divided), percent(part))
}

/** Each attack has its own address with a whole allowance, because refused calls would not be its heaviest. */
function newAddress(): string {
  addresses++
  return `127.0.0.${1 + addresses}`
}

/** Measures while other processes run. */
async function during<Measured>(
  begin: () => Promise<readonly ChildProcess[]>,
  measure: (processes: readonly ChildProcess[]) => Promise<Measured>,
): Promise<Measured> {
  const processes = await begin()
  const kill = (): void => {
    for (const child of processes) child.kill('SIGKILL')
  }
  process.once('exit', kill)
  try {
    await pause(warmUpMs)
    return await measure(processes)
  } finally {
    process.off('exit', kill)
    const ended = processes.map((child) => once(child, 'exit'))
    kill()
    await Promise.all(ended)
  }
}

/** The processor time of the main thread for each second of all cores that the other threads keep busy. */
async function mainThreadPart(running: Running): Promise<number> {
  const [mainBefore, allBefore] = [running.mainThreadSeconds(), running.processorSeconds()]
  const endMs = performance.now() + patienceMs
  for (;;) {
    await pause(100)
    const main = running.mainThreadSeconds() - mainBefore
    const others = running.processorSeconds() - allBefore - main
    if (others > busySeconds || performance.now() > endMs) return (Number(threads) * main) / others
  }
}

interface Call {
  readonly ms: number
  /** Time in which the client's thread or the main thread waited for a core. */
  readonly waitedMs: number
}

async function observe({ port, pid }: Running, duration: number): Promise<readonly Call[]> {
  const agent = new Agent({ keepAlive: true })
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const delays = [openRunDelay(), openRunDelay(`/proc/${pid}/task/${pid}`)]
  const delayMs = (): number => delays.reduce((sum, delay) => sum + delay(), 0)
  let delayedMs = delayMs()
  const calls: Call[] = []
  const endMs = performance.now() + duration * 1000
  while (performance.now() < endMs) {
    const startedAt = performance.now()
    await post(port, agent, body)
    const ms = performance.now() - startedAt
    const beforeMs = delayedMs
    delayedMs = delayMs()
    calls.push({ ms, waitedMs: delayedMs - beforeMs })
  }
  agent.destroy()
  return calls
}

function report(
  name: string,
  title: string,
  calls: readonly Call[],
  share: string,
  mainThread: string,
): void {
  const times = calls.map(({ ms }) => ms)
  const freeP99 = at(
    calls.map(({ ms, waitedMs }) => Math.max(0, ms - waitedMs)),
    0.99,
  )
  const perSecond = (calls.length / seconds).toFixed(0)
  const figures = [at(times, 0.5), at(times, 0.99), freeP99, at(times, 1), perSecond, share, mainThread]
  console.log(`| ${[name, title, ...figures].join(' | ')} |`)
}

function at(times: readonly number[], part: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(2)
}
