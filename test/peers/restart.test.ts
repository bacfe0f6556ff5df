import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { bundledProgram } from '../processes/bundledProgram.ts'
import { type ReportingProcess, startProcess } from '../processes/reportingProcess.ts'
import { enodeOf, mine, PeerNodes } from './peerNodes.ts'

const world = new PeerNodes()
const program = await bundledProgram(new URL('followerProcess.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cambium-follower-'))
const processes: ReportingProcess[] = []
/** More blocks than are saved at once, so that the first process is killed between two saves. */
const height = 700

function follow(enode: string): ReportingProcess {
  const started = startProcess(program, folder, enode)
  processes.push(started)
  return started
}

async function reportAtLeast(height: number, { nextReport }: ReportingProcess): Promise<number> {
  for (;;) {
    const report = await nextReport()
    if (typeof report !== 'number') throw new Error('the process has ended')
    if (report >= height) return report
  }
}

afterEach(async () => {
  for (const { child, exited } of processes) {
    child.kill('SIGKILL')
    await exited
  }
  world.closeAll()
  rmSync(folder, { recursive: true })
})

describe('a node that is killed while it catches up', () => {
  it('continues from its last block after a restart', async () => {
    const miner = await world.open()
    mine(miner, height)
    const first = follow(enodeOf(miner))
    expect(await first.nextReport()).toBe(0)
    const killedAt = await reportAtLeast(60, first)
    first.child.kill('SIGKILL')
    await first.exited

    const second = follow(enodeOf(miner))
    const start = await second.nextReport()
    expect(start).toBeGreaterThanOrEqual(killedAt)
    // A slow kill may come after the last save.
    if (start !== height) expect(await reportAtLeast(height, second)).toBe(height)
  })
})
