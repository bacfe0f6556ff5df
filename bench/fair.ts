// The effect of one client's heaviest calls on another's light ones: `npm run build && npm run bench -- fair`. Linux only, because
// the clients have loopback addresses of their own. BENCH_BASE names another checkout to compare with, BENCH_ONLY a part of the
// titles of the rows.
//
// A client's share is relative to what Linux grants it while other programs keep as many cores busy as the service has
// threads: busy processes and the attack take turns, so that other load on the machine affects both. The attacker's process runs
// on the same cores, at normal priority, although it would be another machine.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type HostileCall, hostileCalls, makeLogs } from './fair/hostileCalls.ts'
import { type Build, comparedBuilds } from './measuring/builtProgram.ts'
import { quantile, sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'
import { Client } from './rpc/client.ts'
import { builtProgram } from './rpc/programs.ts'
import { type Running, start } from './rpc/running.ts'

const seconds = sizeFrom('BENCH_SECONDS', 4)
const { BENCH_ONLY = '' } = process.env
const threads = availableParallelism()
const attacker = join(import.meta.dirname, 'fair/attackerProcess.ts')
/** Turns of busy processes and the attack. */
const turns = 3
/** Until an attack that has started has all its calls open. */
const warmUpMs = 500
let addresses = 0

export async function bench(): Promise<void> {
  console.log(`\nOne client's eth_blockNumber while another sends its heaviest calls (${threads} threads)\n`)
  const figures = ['p50 ms', 'p99 ms', 'worst ms', 'calls per second', 'share']
  console.log(tableHead(['program', 'the other client', ...figures], 2))
  for (const build of comparedBuilds()) await measureBuild(build)
}

async function measureBuild(build: Build): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-fair-'))
  const words = ['node', '--network', 'regtest', '--data', folder, '--threads', String(threads)]
  const running = await start(builtProgram(build, ...words))
  try {
    await makeLogs(running)
    await observe(running, seconds)
    report(build, 'idle', await observe(running, seconds), '')
    for (const call of hostileCalls) {
      if (call.title.includes(BENCH_ONLY)) await measureCall(build, running, call)
    }
  } finally {
    await running.stop()
    rmSync(folder, { recursive: true })
  }
}

async function measureCall(
  build: Build,
  running: Running,
  { title, body, before }: HostileCall,
): Promise<void> {
  const bodies = JSON.stringify(before === undefined ? [body] : [before, body])
  const attack = async (): Promise<ChildProcess[]> => {
    const child = fork(attacker, [running.url, newAddress(), bodies])
    await once(child, 'message')
    return [child]
  }
  const spin = async (): Promise<ChildProcess[]> =>
    Array.from({ length: threads }, () => spawn(process.execPath, ['-e', 'for (;;);']))
  const [beside = [], attacked = []] = await inTurns(turns, [spin, attack], (begin) =>
    during(begin, () => observe(running, seconds / turns)),
  )
  const share = attacked.flat().length / beside.flat().length
  report(build, title, attacked.flat(), `${(100 * share).toFixed(0)} %`)
}

/** Each attack has its own address with a whole allowance, because refused calls would not be its heaviest. */
function newAddress(): string {
  addresses++
  return `127.0.0.${1 + addresses}`
}

/** Measures while other processes run. */
async function during<Measured>(
  begin: () => Promise<readonly ChildProcess[]>,
  measure: () => Promise<Measured>,
): Promise<Measured> {
  const processes = await begin()
  const kill = (): void => {
    for (const child of processes) child.kill('SIGKILL')
  }
  process.once('exit', kill)
  try {
    await pause(warmUpMs)
    return await measure()
  } finally {
    process.off('exit', kill)
    const ended = processes.map((child) => once(child, 'exit'))
    kill()
    await Promise.all(ended)
  }
}

/** Milliseconds of each of the calls, one after the other. */
async function observe({ url }: Running, duration: number): Promise<number[]> {
  const client = new Client(url)
  const request = client.requestOf('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}')
  const times: number[] = []
  const endMs = performance.now() + duration * 1000
  while (performance.now() < endMs) {
    const startedAt = performance.now()
    await client.exchange(request)
    times.push(performance.now() - startedAt)
  }
  client.close()
  return times
}

function report({ name }: Build, title: string, times: readonly number[], share: string): void {
  const figures = [0.5, 0.99, 1].map((part) => quantile(times, part).toFixed(2))
  console.log(tableRow([name, title, ...figures, (times.length / seconds).toFixed(0), share]))
}
