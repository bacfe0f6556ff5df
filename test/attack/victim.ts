import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { KeyClient } from './client.ts'

export interface VictimReport {
  readonly answered: number
  /** The first few. */
  readonly failures: readonly string[]
  readonly medianMs: number
  /** Includes the time until the system has taken a new connection. */
  readonly slowestMs: number
  /** Maximum processor time of the attacked process's main thread in one wait for an answer over the kept connection. */
  readonly keptBusyMs: number
  /** The same over a new connection, from the moment at which the system has taken it. */
  readonly newBusyMs: number
  /** Maximum memory of the attacked process, without mapped files. */
  readonly maximumMiB: number
}

export interface Victim {
  stop(): Promise<VictimReport>
}

/** Starts a victim: a process that calls the attacked process with the victim's key until it is told to stop. */
export async function observe({ url }: KeyClient, pid: number): Promise<Victim> {
  const child = fork(join(import.meta.dirname, 'victimProcess.ts'), [url.href, String(pid)])
  await once(child, 'message')
  return {
    async stop() {
      child.send('stop')
      const [report]: VictimReport[] = await once(child, 'message')
      if (report === undefined) throw new Error('the victim has not reported')
      return report
    },
  }
}
