// From the network to committed state on the disk: `npm run bench -- sync`.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startProcess } from '../test/processes/reportingProcess.ts'
import { builtNode } from './sync/builtNode.ts'
import type { FollowerReport } from './sync/followerProcess.ts'
import { fromLimitedServers } from './sync/limited.ts'
import { smallBlocks, soakSeconds } from './sync/sizes.ts'
import type { SourceReport } from './sync/sourceProcess.ts'

const peerCounts = [1, 4]
const sourceProgram = fileURLToPath(new URL('sync/sourceProcess.ts', import.meta.url))
const ownRoot = fileURLToPath(new URL('..', import.meta.url))
/** Another checkout to compare with. */
const { BENCH_BASE: base } = process.env

interface Follower {
  readonly name: string
  readonly root: string
  readonly history: string
}

const followers: readonly Follower[] = [
  ...(base === undefined ? [] : [{ name: 'base', root: base, history: 'archive' }]),
  { name: 'archive', root: ownRoot, history: 'archive' },
  { name: 'history 1000', root: ownRoot, history: '1000' },
]

export async function bench(): Promise<void> {
  console.log('\nsynchronisation over TCP into LMDB, flushed to disk; delays of the event loop')
  console.log(row(columns))
  await fromPeers('fuzz-a')
  await fromPeers(String(smallBlocks))
  await fromLimitedServers()
  soak()
}

/** Runs two nodes that follow each other while a third floods one of them; prints the memory in use. */
function soak(): void {
  const program = fileURLToPath(new URL('sync/soakProcess.ts', import.meta.url))
  const args = ['--expose-gc', '--import', 'tsx', program, String(soakSeconds)]
  const memory = execFileSync(process.execPath, args, { encoding: 'utf8' })
  console.log(`  soak of ${soakSeconds} s, MB alive: ${memory}`)
}

async function fromPeers(chain: string): Promise<void> {
  const sources = startProcess(sourceProgram, chain, String(Math.max(...peerCounts)))
  const report = (await sources.nextReport()) as SourceReport
  try {
    for (const count of peerCounts) {
      for (const follower of followers) await measure(chain, report, report.enodes.slice(0, count), follower)
    }
  } finally {
    sources.child.kill()
    await sources.exited
  }
}

async function measure(
  chain: string,
  { height }: SourceReport,
  enodes: readonly string[],
  { name, root, history }: Follower,
): Promise<void> {
  const { program, file } = await builtNode(root)
  const follower = startProcess(program, file, String(height), history, ...enodes)
  const report = (await follower.nextReport()) as FollowerReport
  await follower.exited
  const { seconds, settledRate, processorSeconds, settledMicroseconds, lateMs, busyMs } = report
  const { mainSeconds = Number.NaN } = report
  const figures = [
    height / seconds,
    settledRate,
    height / processorSeconds,
    settledMicroseconds,
    (1e6 * mainSeconds) / height,
    lateMs.p99,
    lateMs.maximum,
    busyMs?.p99 ?? Number.NaN,
    busyMs?.maximum ?? Number.NaN,
  ]
  const label = `${height} blocks (${chain}), ${enodes.length} peers, ${name}`
  console.log(row([label, ...figures.map((figure) => figure.toFixed(0))]))
}

const columns = [
  'chain',
  'blocks/s',
  'settled',
  'blocks/cpu s',
  'µs settled',
  'µs main',
  'late at 99 %',
  'at most, ms',
  'busy at 99 %',
  'at most, ms',
]

const row = ([name = '', ...cells]: readonly string[]): string =>
  `  ${name.padEnd(48)}${cells.map((cell) => cell.padStart(13)).join('')}`

if (import.meta.filename === process.argv[1]) await bench()
