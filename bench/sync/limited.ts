// Servers of a few blocks per second each, like the reference node: measures the gain of several peers and the cost of a
// slow one.
import { fileURLToPath } from 'node:url'
import { type ReportingProcess, startProcess } from '../../test/processes/reportingProcess.ts'
import { builtNode } from './builtNode.ts'
import type { FollowerReport } from './followerProcess.ts'
import type { SourceReport } from './sourceProcess.ts'

const blocks = '480'
/** 16 bodies per second. */
const bodyMs = '62.5'
/** One body per second, slow enough for the others to overtake it. */
const slowBodyMs = '1000'
const servers = 3
/** With and without the slow server in turns; the medians are compared. */
const runs = 3
const sourceProgram = fileURLToPath(new URL('sourceProcess.ts', import.meta.url))
const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Prints the blocks per second from one server, from three, and from three with a slow one; and the ratios. The time is
 * that from the opened node to the last block: blocks are stored in groups, and bodies are held while an earlier one is
 * missing, so the time between two blocks within a run says nothing about the servers.
 */
export async function fromLimitedServers(): Promise<void> {
  const processes = Array.from({ length: servers }, () => startProcess(sourceProgram, blocks, '1', bodyMs))
  processes.push(startProcess(sourceProgram, blocks, '1', slowBodyMs))
  try {
    const reports: SourceReport[] = []
    for (const server of processes) reports.push((await server.nextReport()) as SourceReport)
    const one = await rateFrom(reports.slice(0, 1))
    const without: number[] = []
    const withSlow: number[] = []
    for (let run = 0; run < runs; run++) {
      without.push(await rateFrom(reports.slice(0, servers)))
      withSlow.push(await rateFrom(reports))
    }
    const three = median(without)
    console.log(
      `  servers of 16 blocks/s: 1: ${one.toFixed(1)} blocks/s, 3: ${listed(without)}, ratio ${(three / one).toFixed(2)}; ` +
        `with a fourth of 1 block/s: ${listed(withSlow)}, ratio to 3 without it ${(median(withSlow) / three).toFixed(2)}`,
    )
  } finally {
    await Promise.all(processes.map(ended))
  }
}

async function rateFrom(reports: readonly SourceReport[]): Promise<number> {
  const { height } = reports[0]!
  const enodes = reports.flatMap(({ enodes: [enode = ''] }) => enode)
  const { program, file } = await builtNode(ownRoot)
  const follower = startProcess(program, file, String(height), 'archive', ...enodes)
  const { seconds } = (await follower.nextReport()) as FollowerReport
  await follower.exited
  return height / seconds
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const listed = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(', ')

async function ended({ child, exited }: ReportingProcess): Promise<void> {
  child.kill()
  await exited
}
