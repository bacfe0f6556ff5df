// A node that synchronises, in a process of its own: `followerProcess.ts ROOT HEIGHT HISTORY ENODE…` runs the sources
// of the checkout ROOT up to block HEIGHT and reports what it used.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'

export interface FollowerReport {
  readonly seconds: number
  /** Blocks per second after the first quarter, without the start of the threads and the first sight of the peers. */
  readonly settledRate: number
  readonly processorSeconds: number
  /** Microseconds of all threads for each block after the first quarter. */
  readonly settledMicroseconds: number
  /** Of the main thread; undefined where the system does not tell. */
  readonly mainSeconds?: number
  /** Delays of the event loop. */
  readonly lateMs: { readonly p50: number; readonly p99: number; readonly most: number }
  /** Processor time of the main thread between two turns of a timer: the delays without other load on the machine. */
  readonly busyMs?: { readonly p50: number; readonly p99: number; readonly most: number }
}

const [root = '', height = '0', history = 'archive', ...staticPeers] = process.argv.slice(2)
const { openNode }: typeof import('../../src/node/openNode.ts') = await import(
  pathToFileURL(join(root, 'src/node/openNode.ts')).href
)

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
const before = processorTime()
const busy: number[] = []
let last = before
const watching = setInterval(() => {
  const now = processorTime()
  if (now !== undefined && last !== undefined) busy.push(1000 * (now - last))
  last = now
}, 2)
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
clearInterval(watching)
const { user, system } = process.cpuUsage(processorStart)
const settled = process.cpuUsage(settledProcessor)
const after = processorTime()
busy.sort((a, b) => a - b)
const report: FollowerReport = {
  seconds: (end - start) / 1000,
  settledRate: (1000 * (Number(height) - quarter)) / (end - settledAt),
  processorSeconds: (user + system) / 1e6,
  settledMicroseconds: (settled.user + settled.system) / (Number(height) - quarter),
  ...(before && after && { mainSeconds: after - before }),
  ...(busy.length > 0 && { busyMs: { p50: busyAt(0.5), p99: busyAt(0.99), most: busy.at(-1)! } }),
  lateMs: { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 },
}
console.log(JSON.stringify(report))
node.close()
rmSync(dataFolder, { recursive: true })
process.exit()

function busyAt(part: number): number {
  return busy[Math.floor(part * (busy.length - 1))]!
}

/** Seconds for which the main thread ran, on Linux. */
function processorTime(): number | undefined {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return undefined
  }
}
