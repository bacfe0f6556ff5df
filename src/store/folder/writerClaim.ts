import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StoreError } from '../errors.ts'

/**
 * One process at a time may write to a folder. It puts a claim into the `meta` table, inside a transaction, and checks
 * in every later transaction that the claim is still its own. A claim whose process has ended is ignored, so a killed
 * node does not lock its folder. A process that is wrongly taken for ended, for instance because it runs in another
 * container, finds its claim replaced at its next write and stops writing.
 */
export interface WriterClaim {
  readonly processId: number
  /** When the process started, because systems reuse process ids; empty where the system does not report it. */
  readonly startedAt: string
  readonly token: string
}

export function claimOfThisProcess(): WriterClaim {
  return { processId: process.pid, startedAt: processStart(process.pid) ?? '', token: randomUUID() }
}

export const encodeClaim = ({ processId, startedAt, token }: WriterClaim): Uint8Array =>
  Buffer.from(`${processId} ${startedAt} ${token}`)

/** Whether a claim from the folder belongs to this process. */
export function isOfThisProcess(claim: Uint8Array | undefined): boolean {
  const [processId, startedAt] = Buffer.from(claim ?? [])
    .toString()
    .split(' ')
  return Number(processId) === process.pid && startedAt === (processStart(process.pid) ?? '')
}

/** Throws when a claim from the folder belongs to a running process. */
export function refuseIfClaimed(claim: Uint8Array | undefined, path: string): void {
  if (claim === undefined) return
  const [processId, startedAt] = Buffer.from(claim).toString().split(' ')
  if (!isRunning(Number(processId), startedAt ?? '')) return
  const owner = Number(processId) === process.pid ? 'this process' : `process ${processId}`
  throw new StoreError(
    'in-use',
    `${path} is being written by ${owner}: stop that node, use another folder, or open this one for reading only`,
  )
}

/** Whether the process with this id is running and started at that time. */
export function isRunning(processId: number, startedAt: string): boolean {
  if (!Number.isSafeInteger(processId) || processId <= 0) return false
  try {
    process.kill(processId, 0)
  } catch (error) {
    // EPERM: the process runs under another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return processStart(processId) === (startedAt || undefined)
}

/**
 * Start time of a process in clock ticks since boot (field 22 of /proc/pid/stat). Undefined where the system has no
 * such file, and for a zombie, which cannot write.
 */
export function processStart(processId: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${processId}/stat`, 'latin1')
    // The name in parentheses may contain spaces; the state, field 3, follows it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
