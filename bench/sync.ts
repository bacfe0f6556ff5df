// From the network to committed state on the disk: `npm run bench -- sync`. BENCH_BLOCKS changes the length of the chain of small
// blocks, BENCH_ONLY is a part of the names of the chains.
import { fileURLToPath } from 'node:url'
import { startProcess } from '../test/processes/reportingProcess.ts'
import { comparedBuilds } from './measuring/builtProgram.ts'
import { sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { builtNode } from './sync/builtNode.ts'
import type { FollowerReport } from './sync/followerProcess.ts'
import { fromLimitedServers } from './sync/limited.ts'
import type { SourceReport } from './sync/sourceProcess.ts'

const smallBlocks = sizeFrom('BENCH_BLOCKS', 2_000)
const { BENCH_ONLY = '' } = process.env
const peerCounts = [1, 4]
const sourceProgram = fileURLToPath(new URL('sync/sourceProcess.ts', import.meta.url))

export async function bench(): Promise<void> {
  console.log('\nsynchronisation over TCP into LMDB, flushed to disk')
  console.log(tableHead(columns))
  for (const chain of ['fuzz-a', String(smallBlocks)]) if (chain.includes(BENCH_ONLY)) await fromPeers(chain)
  if ('limited'.includes(BENCH_ONLY)) await fromLimitedServers()
}

const columns = ['chain', 'blocks/s', 'settled', 'blocks/cpu s', 'µs settled', 'late at 99 %, ms']

async function fromPeers(chain: string): Promise<void> {
  const sources = startProcess(sourceProgram, chain, String(Math.max(...peerCounts)))
  const { height, enodes } = (await sources.nextReport()) as SourceReport
  try {
    for (const count of peerCounts) {
      for (const { name, root } of comparedBuilds()) {
        for (const history of ['archive', '1000']) {
          const use = await followed(root, height, history, enodes.slice(0, count))
          const { seconds, settledRate, processorSeconds, settledMicroseconds, lateMs } = use
          const rates = [height / seconds, settledRate, height / processorSeconds]
          const figures = [...rates, settledMicroseconds, lateMs].map((figure) => figure.toFixed(0))
          console.log(
            tableRow([`${height} blocks (${chain}), ${count} peers, ${name}, ${history}`, ...figures]),
          )
        }
      }
    }
  } finally {
    sources.child.kill()
    await sources.exited
  }
}

async function followed(
  root: string,
  height: number,
  history: string,
  enodes: readonly string[],
): Promise<FollowerReport> {
  const { program, file } = await builtNode(root)
  const follower = startProcess(program, file, String(height), history, ...enodes)
  const report = (await follower.nextReport()) as FollowerReport
  await follower.exited
  return report
}
