// From the network to committed state on the disk: `npm run bench -- sync`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { openNode } from '../src/node/openNode.ts'
import { startProcess } from '../test/processes/reportingProcess.ts'
import { smallBlocks } from './sync/sizes.ts'
import { soak } from './sync/soak.ts'
import type { SourceReport } from './sync/sourceProcess.ts'

const peerCounts = [1, 2, 4]
const program = fileURLToPath(new URL('sync/sourceProcess.ts', import.meta.url))

export async function bench(): Promise<void> {
  console.log(
    '\nsynchronisation over TCP into LMDB, every block flushed to disk unless marked; delays of the event loop',
  )
  console.log(row(columns))
  await fromPeers('fuzz-a')
  await fromPeers(String(smallBlocks))
  await soak()
}

async function fromPeers(chain: string): Promise<void> {
  const sources = startProcess(program, chain, String(Math.max(...peerCounts)))
  const report = (await sources.nextReport()) as SourceReport
  try {
    for (const count of peerCounts) await measure(chain, report, report.enodes.slice(0, count), 'commit')
    await measure(chain, report, report.enodes, 'none')
  } finally {
    sources.child.kill()
    await sources.exited
  }
}

async function measure(
  chain: string,
  { height, transactions }: SourceReport,
  staticPeers: readonly string[],
  sync: 'commit' | 'none',
): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'cambium-sync-'))
  const node = await openNode({
    dataFolder,
    sync,
    mining: { kind: 'manual' },
    peering: { host: '127.0.0.1', port: 0, staticPeers },
  })
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  const start = performance.now()
  const processorStart = process.cpuUsage()
  await new Promise<void>((resolve) => {
    node.chain.on('block', ({ number }) => {
      if (number === height) resolve()
    })
  })
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(processorStart)
  delay.disable()
  node.close()
  rmSync(dataFolder, { recursive: true })
  const figures = [
    height / seconds,
    transactions / seconds,
    (1e6 * height) / (user + system),
    delay.percentile(99) / 1e6,
    delay.max / 1e6,
  ]
  const name = `${height} blocks (${chain}), ${staticPeers.length} peers${sync === 'none' ? ', no flush' : ''}`
  console.log(row([name, ...figures.map((figure) => figure.toFixed(0))]))
}

const columns = ['chain', 'blocks/s', 'tx/s', 'blocks/cpu s', 'ms at 99 %', 'ms at most']

const row = ([name = '', ...cells]: readonly string[]): string =>
  `  ${name.padEnd(44)}${cells.map((cell) => cell.padStart(13)).join('')}`

if (import.meta.filename === process.argv[1]) await bench()
