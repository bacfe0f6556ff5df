// The cost that a gateway adds to a request: `npm run build && npm run bench -- fleet`. Linux with redis-server and wrk.
// BENCH_SECONDS sets the length of each load. Two nodes, a gateway and Redis on this machine, with API keys.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RedisServer } from '../test/fleet/redisServer.ts'
import { mainOf, ownRoot } from './measuring/builtProgram.ts'
import { sizeFrom, tableHead, tableRow } from './measuring/figures.ts'
import { inTurns } from './measuring/inTurns.ts'
import { builtProgram } from './rpc/programs.ts'
import { type Running, start } from './rpc/running.ts'
import { type Load, load } from './rpc/wrk.ts'

const seconds = sizeFrom('BENCH_SECONDS', 3)
const rounds = 3
const connections = 16
const questions = [
  ['eth_blockNumber', []],
  ['eth_call', [{}, 'latest']],
] as const

interface Fleet {
  readonly redis: RedisServer
  readonly nodes: readonly Running[]
  readonly gateways: readonly Running[]
}

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-bench-fleet-'))
  const redis = await RedisServer.start()
  const started: Running[] = []
  try {
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'the-secret-of-the-fleet-of-the-benchmark')
    const path = `/${createKey(redis.url)}`
    const common = ['--fleet-secret-file', secret, '--shared', redis.url, '--access', 'keys']
    const serve = async (name: string, ...words: readonly string[]): Promise<Running> => {
      const program = builtProgram({ name, root: ownRoot }, 'node', ...words, ...common)
      const running = await start({ ...program, path })
      started.push(running)
      return running
    }
    const nodes = [
      await serve('a node', '--network', 'regtest'),
      await serve('a node', '--network', 'regtest'),
    ]
    const targets = `regtest=${nodes.map(({ url }) => new URL(url).origin).join(',')}`
    const gateways = [await serve('one gateway', '--role', 'gateway', '--nodes', targets)]
    const columns = [
      'a second',
      'p50 ms',
      'p99 ms',
      'µs of gateways',
      'µs of nodes',
      'commands of Redis each',
    ]
    console.log(`\n${tableHead(['requests', 'to', ...columns], 2)}`)
    for (const [method, params] of questions) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const measure = (running: Running) => measured({ redis, nodes, gateways }, running, body)
      const ways = [nodes[0]!, ...gateways]
      for (const running of ways) await measure(running)
      for (const [index, figures] of (await inTurns(rounds, ways, measure)).entries()) {
        const best = figures.reduce((one, other) => (other.perSecond > one.perSecond ? other : one))
        console.log(tableRow([method, ways[index]!.program.name, ...best.cells]))
      }
    }
  } finally {
    for (const running of started) await running.stop()
    await redis.close()
    rmSync(folder, { recursive: true })
  }
}

async function measured(
  { redis, nodes, gateways }: Fleet,
  { url }: Running,
  body: string,
): Promise<Load & { readonly cells: readonly string[] }> {
  const used = (running: readonly Running[]): number =>
    running.reduce((sum, each) => sum + 1e6 * each.processorSeconds(), 0)
  const counters = async () => [used(gateways), used(nodes), await commands(redis)] as const
  const before = await counters()
  const done = await load(url, { body, seconds, connections })
  const after = await counters()
  const [ofGateways = 0, ofNodes = 0, ofRedis = 0] = after.map(
    (count, index) => (count - before[index]!) / done.requests,
  )
  const { perSecond, p50Ms, p99Ms } = done
  const times = [p50Ms.toFixed(1), p99Ms.toFixed(1)]
  const uses = [ofGateways.toFixed(0), ofNodes.toFixed(0), ofRedis.toFixed(4)]
  return { ...done, cells: [perSecond.toFixed(0), ...times, ...uses] }
}

/** Commands that Redis has run so far. */
async function commands(redis: RedisServer): Promise<number> {
  const info = await redis.ask('INFO', 'commandstats')
  return [...info.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)]
    .filter(([, name]) => name !== 'info' && name !== 'quit')
    .reduce((sum, [, , calls]) => sum + Number(calls), 0)
}

function createKey(shared: string): string {
  const words = ['keys', 'create', '--label', 'bench', '--shared', shared]
  const output = execFileSync(process.execPath, [mainOf(ownRoot), ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [key] = /cambium_[0-9a-f]{12}_[\w-]{43}/.exec(output.toString()) ?? []
  if (key === undefined) throw new Error('no key was created')
  return key
}
