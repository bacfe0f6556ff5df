import { setTimeout as pause } from 'node:timers/promises'
import { KeyClient } from './client.ts'
import type { VictimReport } from './victim.ts'

// node victimProcess.ts URL: asks for the number of the best block again and again, as a wallet does, until its parent sends a
// message; then it reports. In the attacker's process it would wait for the attacker.

/** Between two requests. */
const pauseMs = 50

const client = new KeyClient(process.argv[2] ?? '', 1)
const waitsMs: number[] = []
const failures: string[] = []
let isStopped = false
process.on('message', () => {
  isStopped = true
})
process.on('disconnect', () => process.exit(1))
process.send?.('started')

while (!isStopped) {
  const startedAt = performance.now()
  const failure = await askOnce()
  waitsMs.push(performance.now() - startedAt)
  if (failure !== undefined) failures.push(failure)
  await pause(pauseMs)
}
waitsMs.sort((one, other) => one - other)
const report: VictimReport = {
  answered: waitsMs.length - failures.length,
  failures: failures.slice(0, 10),
  medianMs: waitsMs[Math.floor(waitsMs.length / 2)] ?? 0,
  slowestMs: waitsMs.at(-1) ?? 0,
}
process.send?.(report, () => process.exit(0))

async function askOnce(): Promise<string | undefined> {
  try {
    const { status, result, error } = await client.ask('eth_blockNumber')
    const isRight = status === 200 && typeof result === 'string'
    return isRight ? undefined : `HTTP ${status} ${error?.message ?? ''}`
  } catch (error) {
    return String(error)
  }
}
