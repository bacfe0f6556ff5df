// A state from servers over TCP into LMDB: `npm run bench -- snap`. The servers share one process. BENCH_ACCOUNTS changes the
// size of the state.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openNode } from '../src/node/openNode.ts'
import { startProcess } from '../test/processes/reportingProcess.ts'
import { sizeFrom } from './measuring/figures.ts'
import { processorMs } from './measuring/processorTime.ts'
import type { SnapshotSourceReport } from './snap/sourceProcess.ts'

const accounts = sizeFrom('BENCH_ACCOUNTS', 200_000)
const program = fileURLToPath(new URL('snap/sourceProcess.ts', import.meta.url))

export async function bench(): Promise<void> {
  const sources = startProcess(program, String(accounts), '3')
  const { stateBytes, enodes } = (await sources.nextReport()) as SnapshotSourceReport
  console.log(`\nthe state of ${accounts} accounts, ${megabytes(stateBytes)} MB, over TCP into LMDB`)
  try {
    for (const count of [1, 3]) await measure(stateBytes, enodes.slice(0, count))
  } finally {
    sources.child.kill()
    await sources.exited
  }
}

async function measure(stateBytes: number, staticPeers: readonly string[]): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-snap-'))
  const delay = monitorEventLoopDelay({ resolution: 2 })
  const processorStart = processorMs()
  const start = performance.now()
  const node = await openNode({
    dataFolder,
    mining: { kind: 'manual' },
    peering: { host: '127.0.0.1', port: 0, staticPeers, sync: 'snap' },
  })
  delay.enable()
  while (node.chain.start === undefined) await pause(20)
  const seconds = (performance.now() - start) / 1000
  const processorSeconds = (processorMs() - processorStart) / 1000
  console.log(
    [
      `  ${staticPeers.length} servers: ${megabytes(stateBytes / seconds)} MB/s`,
      `${megabytes(stateBytes / processorSeconds)} MB per processor second`,
      `event loop late at 99 %: ${Math.round(delay.percentile(99) / 1e6)} ms`,
    ].join(', '),
  )
  node.close()
  rmSync(dataFolder, { recursive: true })
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
