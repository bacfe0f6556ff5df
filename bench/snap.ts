// A state from servers over TCP into LMDB: `npm run bench -- snap`. The servers share one process.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openNode } from '../src/node/openNode.ts'
import { startProcess } from '../test/processes/reportingProcess.ts'
import type { ServingReport, SnapshotSourceReport } from './snap/sourceProcess.ts'
import { type Delays, watchMainThread } from './threadTime.ts'

const accounts = process.env['BENCH_SNAP_ACCOUNTS'] ?? '200000'
const program = fileURLToPath(new URL('snap/sourceProcess.ts', import.meta.url))

export async function bench(): Promise<void> {
  const sources = startProcess(program, accounts, '3')
  const { stateBytes, enodes } = (await sources.nextReport()) as SnapshotSourceReport
  console.log(`\nthe state of ${accounts} accounts, ${megabytes(stateBytes)} MB, over TCP into LMDB`)
  try {
    for (const count of [1, 3]) {
      sources.child.stdin?.write('begin\n')
      await sources.nextReport()
      await measure(stateBytes, enodes.slice(0, count))
      sources.child.stdin?.write('end\n')
      const { busyMs } = (await sources.nextReport()) as ServingReport
      if (busyMs) console.log(`    the servers together: ${busyOf(busyMs)}`)
    }
  } finally {
    sources.child.kill()
    await sources.exited
  }
}

async function measure(stateBytes: number, staticPeers: readonly string[]): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-snap-'))
  const delay = monitorEventLoopDelay({ resolution: 2 })
  const processorStart = process.cpuUsage()
  const start = performance.now()
  const node = await openNode({
    dataFolder,
    mining: { kind: 'manual' },
    peering: { host: '127.0.0.1', port: 0, staticPeers, sync: 'snap' },
  })
  delay.enable()
  const busy = watchMainThread()
  while (node.chain.start === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - start) / 1000
  const busyMs = busy()
  const { user, system } = process.cpuUsage(processorStart)
  const processor = (user + system) / 1e6
  console.log(
    [
      `  ${staticPeers.length} servers: ${megabytes(stateBytes / seconds)} MB/s`,
      `${megabytes(stateBytes / processor)} MB per processor second`,
      `event loop late at 99 %: ${Math.round(delay.percentile(99) / 1e6)} ms`,
      ...(busyMs ? [busyOf(busyMs)] : []),
    ].join(', '),
  )
  node.close()
  rmSync(dataFolder, { recursive: true })
}

const busyOf = ({ p99, maximum }: Delays): string =>
  `busy at 99 %: ${p99.toFixed(1)} ms, at most ${maximum.toFixed(1)} ms`

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
