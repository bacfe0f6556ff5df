// Three servers of a few blocks per second each, as the reference node is: do several peers pay off?
import { fileURLToPath } from 'node:url'
import { type ReportingProcess, startProcess } from '../../test/processes/reportingProcess.ts'
import { builtNode } from './builtNode.ts'
import type { FollowerReport } from './followerProcess.ts'
import type { SourceReport } from './sourceProcess.ts'

const blocks = '320'
/** A node gives a quarter of its time to peers: 16 bodies per second. */
const bodyMs = '15.6'
const serverCounts = [1, 3]
/** One body per second: others overtake it. */
const slowBodyMs = '250'
const sourceProgram = fileURLToPath(new URL('sourceProcess.ts', import.meta.url))
const ownRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Prints the blocks per second from one and from three servers and from three with a slow one, which is to be dropped,
 * each after the first quarter of the blocks; and the ratios.
 */
export async function fromLimitedServers(): Promise<void> {
  const servers = Array.from({ length: Math.max(...serverCounts) }, () =>
    startProcess(sourceProgram, blocks, '1', bodyMs),
  )
  servers.push(startProcess(sourceProgram, blocks, '1', slowBodyMs))
  try {
    const reports: SourceReport[] = []
    for (const server of servers) reports.push((await server.nextReport()) as SourceReport)
    const rates: number[] = []
    for (const count of serverCounts) rates.push(await rateFrom(reports.slice(0, count)))
    const withSlow = await rateFrom(reports)
    const [one = Number.NaN, three = Number.NaN] = rates
    console.log(
      `  servers of 16 blocks/s: 1: ${one.toFixed(1)} blocks/s, 3: ${three.toFixed(1)}, ratio ${(three / one).toFixed(2)}; ` +
        `with a fourth of 1 block/s: ${withSlow.toFixed(1)}, ratio to 3 without it ${(withSlow / three).toFixed(2)}`,
    )
  } finally {
    await Promise.all(servers.map(ended))
  }
}

async function rateFrom(reports: readonly SourceReport[]): Promise<number> {
  const { height } = reports[0]!
  const enodes = reports.flatMap(({ enodes: [enode = ''] }) => enode)
  const { program, file } = await builtNode(ownRoot)
  const follower = startProcess(program, file, String(height), 'archive', ...enodes)
  const { settledRate } = (await follower.nextReport()) as FollowerReport
  await follower.exited
  return settledRate
}

async function ended({ child, exited }: ReportingProcess): Promise<void> {
  child.kill()
  await exited
}
