// Servers of a few bodies per second each, like the reference node: the part of their sum that arrives.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ReportingProcess, startProcess } from '../../test/processes/reportingProcess.ts'
import { sizeFrom } from '../measuring/figures.ts'
import { builtNode } from './builtNode.ts'
import type { FollowerReport } from './followerProcess.ts'
import { makeSmallBlocks } from './smallBlocks.ts'
import type { SourceReport } from './sourceProcess.ts'

/** More than two stretches of a round, so that what lies between them counts. */
const blocks = sizeFrom('BENCH_LIMITED_BLOCKS', 8_000)
const sourceProgram = fileURLToPath(new URL('sourceProcess.ts', import.meta.url))
/** The checkout whose node follows: this one, or another one to compare with. */
const { BENCH_BASE: followerRoot = fileURLToPath(new URL('../..', import.meta.url)) } = process.env

/** Servers in one process. */
interface Servers {
  readonly count: number
  /** Bodies per second of each. */
  readonly rate: number
  /** What happens to the process after ten seconds. */
  readonly fate?: 'SIGSTOP' | 'SIGKILL'
}

/** A node asks one with the name of the reference node for 16 bodies a second, because that drops further requests. */
const reference: Servers = { count: 10, rate: 16 }
const fateMs = 10_000

/**
 * Prints the blocks per second from one and from ten servers of 16 bodies a second, with a slow one and a fast one
 * besides, and from ten of which two stop answering and two are killed.
 */
export async function fromLimitedServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-limited-'))
  try {
    makeSmallBlocks(folder, blocks)
    await report('1 of 16', folder, [{ count: 1, rate: 16 }], blocks / 10)
    await report('10 of 16', folder, [reference])
    await report('10 of 16, one of 1, one of 40', folder, [
      reference,
      { count: 1, rate: 1 },
      { count: 1, rate: 40 },
    ])
    await report('10 of 16, 4 of which fail', folder, [
      { count: 6, rate: 16 },
      { count: 2, rate: 16, fate: 'SIGSTOP' },
      { count: 2, rate: 16, fate: 'SIGKILL' },
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function report(
  name: string,
  folder: string,
  groups: readonly Servers[],
  height = blocks,
): Promise<void> {
  const processes = groups.map(({ count, rate }) =>
    rate === reference.rate
      ? startProcess(sourceProgram, folder, String(count), '0', 'RskJ/9.1.0')
      : startProcess(sourceProgram, folder, String(count), String(1000 / rate)),
  )
  try {
    const reports: SourceReport[] = []
    for (const server of processes) reports.push((await server.nextReport()) as SourceReport)
    const { program, file } = await builtNode(followerRoot)
    const enodes = reports.flatMap((each) => each.enodes)
    const follower = startProcess(program, file, String(height), 'archive', ...enodes)
    for (const [index, { fate }] of groups.entries())
      if (fate) setTimeout(() => processes[index]!.child.kill(fate), fateMs)
    const { seconds } = (await follower.nextReport()) as FollowerReport
    await follower.exited
    const possible = groups.reduce((sum, group) => sum + bodiesIn(seconds, group), 0)
    console.log(
      `  bodies a second: ${name}: ${(height / seconds).toFixed(1)}, ${(height / possible).toFixed(2)} of what the servers deliver`,
    )
  } finally {
    await Promise.all(processes.map(ended))
  }
}

const bodiesIn = (seconds: number, { count, rate, fate }: Servers): number =>
  count * rate * (fate ? Math.min(seconds, fateMs / 1000) : seconds)

async function ended({ child, exited }: ReportingProcess): Promise<void> {
  child.kill('SIGKILL')
  await exited
}
