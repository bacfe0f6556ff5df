import { once } from 'node:events'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { KeyClient } from './client.ts'
import { anonymousMiB, mainThreadMs } from './processFigures.ts'
import type { VictimReport } from './victim.ts'

// node victimProcess.ts URL PID: asks for the number of the best block again and again, as a wallet does, over a kept and over a
// new connection, until its parent sends a message; then it reports. In the attacker's process it would wait for the attacker.

/** Between two requests. */
const pauseMs = 25

try {
  // A victim that waits for a processor would blame the node for what it does meanwhile.
  setPriority(-15)
} catch {
  // Only root may.
}

const url = process.argv[2] ?? ''
const pid = Number(process.argv[3])
const kept = new KeyClient(url, 1)
const waitsMs: number[] = []
const failures: string[] = []
const busiestMs = { kept: 0, new: 0 }
let maximumMiB = 0
let isStopped = false
process.on('message', () => {
  isStopped = true
})
process.on('disconnect', () => process.exit(1))
// The first use of a client compiles it.
await askOnce(kept)
process.send?.('started')

for (let kind: 'kept' | 'new' = 'kept'; !isStopped; kind = kind === 'kept' ? 'new' : 'kept') {
  const startedAt = performance.now()
  const failure = await (kind === 'kept' ? askBusy(kept, kind) : askNew())
  waitsMs.push(performance.now() - startedAt)
  maximumMiB = Math.max(maximumMiB, anonymousMiB(pid))
  if (failure !== undefined) failures.push(`${kind} connection: ${failure}`)
  await pause(pauseMs)
}
waitsMs.sort((one, other) => one - other)
const report: VictimReport = {
  answered: waitsMs.length - failures.length,
  failures: failures.slice(0, 10),
  medianMs: waitsMs[Math.floor(waitsMs.length / 2)] ?? 0,
  slowestMs: waitsMs.at(-1) ?? 0,
  keptBusyMs: busiestMs.kept,
  newBusyMs: busiestMs.new,
  maximumMiB,
}
process.send?.(report, () => process.exit(0))

/** Asks, and notes for how long the attacked process's main thread worked meanwhile. */
async function askBusy(client: KeyClient, kind: keyof typeof busiestMs): Promise<string | undefined> {
  const busyBefore = mainThreadMs(pid)
  const failure = await askOnce(client)
  busiestMs[kind] = Math.max(busiestMs[kind], mainThreadMs(pid) - busyBefore)
  return failure
}

/**
 * Asks over a new connection. While the queue of connections to accept is full, the system drops the first packet, and the client
 * sends it again after a second: the attacked process does not know of this client before the system has taken its connection.
 */
async function askNew(): Promise<string | undefined> {
  const { hostname, port } = kept.url
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const client = new KeyClient(url, 1, socket)
  try {
    await once(socket, 'connect')
    return await askBusy(client, 'new')
  } catch (error) {
    return String(error)
  } finally {
    client.close()
  }
}

async function askOnce(client: KeyClient): Promise<string | undefined> {
  try {
    const { status, result, error } = await client.ask('eth_blockNumber')
    const isRight = status === 200 && typeof result === 'string'
    return isRight ? undefined : `HTTP ${status} ${error?.message ?? ''}`
  } catch (error) {
    return String(error)
  }
}
