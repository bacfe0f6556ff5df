import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { ask } from '../processes/nodeProcess.ts'
import { patience } from './fleetWorld.ts'

interface FloodedKey {
  readonly text: string
  readonly rate: number
  readonly burst: number
}

/** A process that answers the key. */
interface FloodedProcess {
  readonly url: string
  readonly accessLog: string
}

/** Requests to each process at once. */
const clients = 4

/** The units of each answered request of a key. */
function unitsIn(accessLog: string, key: string): number[] {
  const id = key.split('_')[1]
  return (existsSync(accessLog) ? readFileSync(accessLog, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): { key?: string; status: number; units: number } => JSON.parse(line))
    .filter(({ key: ofLine, status }) => ofLine === id && status === 200)
    .map(({ units }) => units)
}

/**
 * Floods processes with requests of a fresh key, and expects that they hold its rate together. Returns the units that the
 * key has spent and the number of requests.
 */
export async function expectHeldRate(
  { text, rate, burst }: FloodedKey,
  processes: readonly FloodedProcess[],
  seconds: number,
): Promise<{ readonly units: number; readonly requests: number }> {
  const startMs = performance.now()
  let [requests, answered] = [0, 0]
  const flood = async (url: string): Promise<void> => {
    while (performance.now() - startMs < seconds * 1000) {
      const { status } = await ask(`${url.replace(/\/$/, '')}/${text}`, 'eth_chainId')
      requests++
      if (status === 200) answered++
    }
  }
  await Promise.all(processes.flatMap(({ url }) => Array.from({ length: clients }, () => flood(url))))
  const limit = burst + (rate * (performance.now() - startMs)) / 1000
  const logged = (): number[] => processes.flatMap(({ accessLog }) => unitsIn(accessLog, text))
  // A process writes its log some time later.
  await expect.poll(() => logged().length, patience).toBe(answered)
  const units = logged().reduce((sum, spent) => sum + spent, 0)
  console.info(`${units} units of ${Math.round(limit)} in ${seconds} s, ${requests} requests`)
  // The time that a call takes is charged after it, so calls at the same time may run into debt.
  const debt = Math.max(...logged()) * clients * processes.length
  expect(units).toBeLessThanOrEqual(limit * 1.01 + debt)
  // A slow machine asks for less than the rate, and a stalled one loses units beyond the burst.
  expect(units).toBeGreaterThan(Math.min(requests, limit) / 2)
  return { units, requests }
}
