import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../test/fleet/freePort.ts'
import { memoryMiBOf, processorSecondsOf } from '../measuring/processorTime.ts'
import { Client } from './client.ts'
import type { Measured, Program, RunningProgram } from './programs.ts'

const patienceMs = 60_000

/** A program that answers. */
export interface Answering {
  readonly program: Measured
  readonly client: Client
  readonly url: string
}

/** A program that this one has started. */
export interface Running extends Answering {
  readonly program: Program
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number
  /** Seconds of processor time that all threads have used so far. */
  processorSeconds(): number
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
  const url = `http://127.0.0.1:${port}${program.path ?? '/'}`
  const client = new Client(url)
  await firstAnswer(client, child, program.name)
  return {
    program,
    client,
    url,
    startMs: performance.now() - startedAt,
    processorSeconds: () => processorSecondsOf(child.pid!),
    memoryMiB: () => memoryMiBOf(child.pid!),
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
  client: new Client(program.url),
  url: program.url,
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
