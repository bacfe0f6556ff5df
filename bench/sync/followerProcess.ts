// A node that synchronises, in a process of its own: `followerProcess.ts FILE HEIGHT HISTORY ENODE…` runs the node that FILE
// exports up to block HEIGHT and reports the resources used.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface FollowerReport {
  readonly seconds: number
  /** Blocks per second after the first quarter, without the start of the threads and the discovery of the peers. */
  readonly settledRate: number
  readonly processorSeconds: number
  /** Microseconds of all threads for each block after the first quarter. */
  readonly settledMicroseconds: number
  /** The delay of the event loop that 99 % are below. */
  readonly lateMs: number
}

const [file = '', height = '0', history = 'archive', ...staticPeers] = process.argv.slice(2)
const { openNode }: typeof import('../../src/node/openNode.ts') = await import(file)

const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-sync-'))
const delay = monitorEventLoopDelay({ resolution: 2 })
const node = await openNode({
  dataFolder,
  mining: { kind: 'manual' },
  ...(history !== 'archive' && { history: Number(history) }),
  peering: { host: '127.0.0.1', port: 0, staticPeers },
})
delay.enable()
const start = performance.now()
const processorStart = process.cpuUsage()
const quarter = Math.ceil(Number(height) / 4)
let settledAt = start
let settledProcessor = processorStart
await new Promise<void>((resolve) => {
  node.chain.on('block', ({ number }) => {
    if (number === quarter) {
      settledAt = performance.now()
      settledProcessor = process.cpuUsage()
    }
    if (number === Number(height)) resolve()
  })
})
const end = performance.now()
delay.disable()
const { user, system } = process.cpuUsage(processorStart)
const settled = process.cpuUsage(settledProcessor)
const report: FollowerReport = {
  seconds: (end - start) / 1000,
  settledRate: (1000 * (Number(height) - quarter)) / (end - settledAt),
  processorSeconds: (user + system) / 1e6,
  settledMicroseconds: (settled.user + settled.system) / (Number(height) - quarter),
  lateMs: delay.percentile(99) / 1e6,
}
console.log(JSON.stringify(report))
node.close()
rmSync(dataFolder, { recursive: true })
process.exit()
