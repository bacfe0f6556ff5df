import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Peering } from '../../src/peers/network/peering.ts'
import { toHex } from '../../src/primitives/hex.ts'
import { bundledProgram } from '../processes/bundledProgram.ts'
import { startProcess } from '../processes/reportingProcess.ts'
import { deployLargeContracts } from './largeState.ts'
import { openLiar } from './lyingPeering.ts'
import { agree, enodeOf, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const liars: Peering[] = []
const program = await bundledProgram(new URL('snapshotProcess.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cambium-snapshot-'))
const snapshotSpacing = { interval: 10, depth: 10 }

afterEach(async () => {
  for (const liar of liars.splice(0)) await liar.close()
  world.closeAll()
  rmSync(folder, { recursive: true })
})

/** Runs a process until it ends or is killed within the given write. Returns its report. */
async function run(fatalWrite: number, enodes: readonly string[]): Promise<unknown> {
  const { nextReport, exited } = startProcess(program, folder, String(fatalWrite), ...enodes)
  const report = await nextReport()
  await exited
  return report
}

describe('a node that is repeatedly killed within its writes while it fetches a snapshot', () => {
  it('ends with the correct state, although most of the servers lie', async () => {
    const miner = await world.open([], { peering: { snapshotSpacing } })
    deployLargeContracts(miner, 8)
    mine(miner, 37)
    const honest = await world.open([miner], { peering: { snapshotSpacing } })
    await agree(miner, honest)
    const { chain } = miner
    let statuses = 0
    // Every liar has an address of its own, because the address is punished too.
    for (const [host, lies] of Object.entries({
      // Chunks of another state.
      '127.0.0.2': { wholeState: (number: number) => chain.wholeState(number - 1) },
      // No chunks.
      '127.0.0.3': {
        wholeState: (number: number) => (statuses++ === 0 ? chain.wholeState(number) : undefined),
      },
      // Blocks and headers in place of others.
      '127.0.0.4': { block: () => chain.select(7) },
    })) {
      liars.push(await openLiar(chain, lies, { host, snapshotSpacing }))
    }
    const enodes = [...liars.map(({ enode }) => enode!), enodeOf(miner), enodeOf(honest)]
    let report: unknown
    let processes = 0
    for (; report === undefined && processes < 40; processes++)
      report = await run(2 + (processes % 2), enodes)
    expect(report).toEqual({ number: 30, root: toHex(chain.select(30)!.header.stateRoot) })
    expect(processes).toBeGreaterThan(2)
  }, 240_000)
})
