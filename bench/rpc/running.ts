import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from './client.ts'
import type { Measured, Program, RunningProgram } from './programs.ts'

const patienceMs = 60_000
/** Ticks per second of the kernel's clock, the unit of processor time in `/proc`. */
const ticksPerSecond = 100

/** A program that answers. */
export interface Answering {
  readonly program: Measured
  readonly client: Client
  readonly port: number
}

/** A program that this one has started. */
export interface Running extends Answering {
  readonly program: Program
  readonly pid: number
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number
  /** Seconds of processor time that all threads have used so far. */
  processorSeconds(): number
  /** As `processorSeconds`, of the main thread alone. */
  mainThreadSeconds(): number
  memoryMiB(): number
  stop(): Promise<void>
}

export async function start(program: Program): Promise<Running> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(program.command, program.arguments(port), {
    stdio: 'ignore',
    ...(program.folder !== undefined && { cwd: program.folder }),
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const client = new Client(port)
  await firstAnswer(client, child, program.name)
  return {
    program,
    client,
    port,
    pid: child.pid!,
    startMs: performance.now() - startedAt,
    processorSeconds: () => processorSeconds(`/proc/${child.pid}/stat`),
    mainThreadSeconds: () => processorSeconds(`/proc/${child.pid}/task/${child.pid}/stat`),
    memoryMiB: () => memoryMiB(child.pid!),
    async stop() {
      process.off('exit', kill)
      client.close()
      const ended = once(child, 'exit')
      kill()
      await ended
    },
  }
}

export const connectTo = (program: RunningProgram): Answering => ({
  program,
  client: new Client(program.port),
  port: program.port,
})

async function firstAnswer(client: Client, child: ChildProcess, name: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
    try {
      await client.text('eth_blockNumber')
      return
    } catch {
      await sleep(2)
    }
  }
  throw new Error(`${name} does not answer`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** User and system time are fields 14 and 15; field 2, in parentheses, may contain spaces. */
export function processorSeconds(path: string): number {
  const stat = readFileSync(path, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

function memoryMiB(pid: number): number {
  const kibibytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kibibytes) / 1024
}
