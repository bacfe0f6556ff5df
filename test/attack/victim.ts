import { setTimeout as pause } from 'node:timers/promises'
import type { KeyClient } from './client.ts'

/** Between two requests of the victim. */
const pauseMs = 50

export interface VictimReport {
  readonly answered: number
  readonly failures: readonly string[]
  readonly slowestMs: number
}

/** Asks for the number of the best block again and again, as a wallet does, until it is told to stop. */
export function observe(victim: KeyClient): { stop(): Promise<VictimReport> } {
  let isStopped = false
  let answered = 0
  let slowestMs = 0
  const failures: string[] = []
  const run = async (): Promise<void> => {
    while (!isStopped) {
      const startedAt = performance.now()
      const failure = await askOnce(victim)
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      if (failure === undefined) answered++
      else failures.push(failure)
      await pause(pauseMs)
    }
  }
  const finished = run()
  return {
    async stop() {
      isStopped = true
      await finished
      return { answered, failures, slowestMs }
    },
  }
}

async function askOnce(victim: KeyClient): Promise<string | undefined> {
  try {
    const { status, result, error } = await victim.ask('eth_blockNumber')
    const isRight = status === 200 && typeof result === 'string'
    return isRight ? undefined : `HTTP ${status} ${error?.message ?? ''}`
  } catch (error) {
    return String(error)
  }
}
