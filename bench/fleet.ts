// The cost that a gateway adds to a request: `npm run bench -- fleet`. Linux with redis-server and wrk; run `npm run build`
// before. BENCH_FLEET_SECONDS sets the length of each load (default 3). Two nodes, two gateways and Redis on this machine.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RedisServer } from '../test/fleet/redisServer.ts'

const { BENCH_FLEET_SECONDS: seconds = '3' } = process.env
const main = join(import.meta.dirname, '../dist/cli/main.js')
const rounds = 3
const connections = '16'

interface Started {
  readonly url: string
  readonly pid: number
  stop(): void
}

/** Starts `cambium node` and waits for its announcement. */
async function start(...words: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, [main, 'node', '--json', '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    child.once('exit', () => reject(new Error('the process ended')))
  })
  const { networks }: { networks: { url: string }[] } = JSON.parse(line)
  return { url: networks[0]!.url, pid: child.pid!, stop: () => void child.kill('SIGKILL') }
}

/** Processor time of a process so far, in microseconds; Linux counts in hundredths of a second. */
function processorTime({ pid }: Started): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

interface Measured {
  readonly requests: number
  readonly perSecond: number
  readonly p50: string
  readonly p99: string
}

function load(urls: readonly string[], key: string, script: string): Promise<Measured[]> {
  return Promise.all(
    urls.map(
      (url) =>
        new Promise<Measured>((resolve, reject) => {
          const words = [
            '-t1',
            `-c${connections}`,
            `-d${seconds}s`,
            '--latency',
            '-s',
            script,
            `${url}/${key}`,
          ]
          const wrk = spawn('wrk', words)
          let text = ''
          wrk.stdout.on('data', (chunk) => {
            text += chunk
          })
          wrk.on('error', reject)
          wrk.on('close', () => {
            const found = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? ''
            if (text.includes('Non-2xx')) reject(new Error(text))
            resolve({
              requests: Number(found(/(\d+) requests in/)),
              perSecond: Number(found(/Requests\/sec:\s+([\d.]+)/)),
              p50: found(/^\s+50%\s+(\S+)/m),
              p99: found(/^\s+99%\s+(\S+)/m),
            })
          })
        }),
    ),
  )
}

/** Commands that Redis has run so far. */
async function commands(redis: RedisServer): Promise<number> {
  const info = await redis.ask('INFO', 'commandstats')
  return [...info.matchAll(/cmdstat_(\S+?):calls=(\d+)/g)]
    .filter(([, name]) => name !== 'info' && name !== 'quit')
    .reduce((sum, [, , calls]) => sum + Number(calls), 0)
}

export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-bench-fleet-'))
  const redis = await RedisServer.start()
  const started: Started[] = []
  try {
    const secret = join(folder, 'secret')
    writeFileSync(secret, 'the-secret-of-the-fleet-of-the-benchmark')
    const common = ['--fleet-secret-file', secret, '--shared', redis.url, '--access', 'keys']
    const node = () => start('--network', 'regtest', ...common)
    const nodes = [await node(), await node()]
    started.push(...nodes)
    const targets = `regtest=${nodes.map(({ url }) => url).join(',')}`
    const gateway = () => start('--role', 'gateway', '--nodes', targets, ...common)
    const gateways = [await gateway(), await gateway()]
    started.push(...gateways)
    const key = createKey(redis.url)
    for (const { url } of started) await answering(`${url}/${key}`)
    console.log(
      '\n| requests | to | a second | p50 | p99 | µs of gateways | µs of nodes | commands of Redis each |',
    )
    console.log('|---|---|--:|--:|--:|--:|--:|--:|')
    for (const [method, params] of [
      ['eth_blockNumber', []],
      ['eth_call', [{}, 'latest']],
    ] as const) {
      const script = join(folder, `${method}.lua`)
      writeFileSync(script, scriptFor(method, params))
      const ways = [
        { name: 'a node', urls: [nodes[0]!.url] },
        { name: 'one gateway', urls: [gateways[0]!.url] },
        { name: 'two gateways', urls: gateways.map(({ url }) => url) },
      ]
      for (const { urls } of ways) await load(urls, key, script)
      // Rounds alternate, so that other load on the machine affects all rows; the best of each is printed.
      const best = new Map<string, string>()
      const bestRate = new Map<string, number>()
      for (let round = 0; round < rounds; round++) {
        for (const { name, urls } of ways) {
          const before = [...gateways, ...nodes].map(processorTime)
          const commandsBefore = await commands(redis)
          const measured = await load(urls, key, script)
          const used = [...gateways, ...nodes].map(
            (process, index) => processorTime(process) - before[index]!,
          )
          const requests = measured.reduce((sum, part) => sum + part.requests, 0)
          const perSecond = measured.reduce((sum, part) => sum + part.perSecond, 0)
          if (perSecond <= (bestRate.get(name) ?? 0)) continue
          bestRate.set(name, perSecond)
          const perRequest = (parts: readonly number[]): string =>
            (parts.reduce((sum, part) => sum + part, 0) / requests).toFixed(0)
          const each = ((await commands(redis)) - commandsBefore) / requests
          const { p50, p99 } = measured[0]!
          best.set(
            name,
            `| ${method} | ${name} | ${perSecond.toFixed(0)} | ${p50} | ${p99} | ${perRequest(used.slice(0, 2))} | ${perRequest(used.slice(2))} | ${each.toFixed(4)} |`,
          )
        }
      }
      for (const line of best.values()) console.log(line)
    }
  } finally {
    for (const process of started) process.stop()
    await redis.close()
    rmSync(folder, { recursive: true })
  }
}

function createKey(shared: string): string {
  const output = execFileSync(process.execPath, [
    main,
    'keys',
    'create',
    '--label',
    'bench',
    '--shared',
    shared,
  ])
  const [key] = /cambium_[0-9a-f]{12}_[\w-]{43}/.exec(output.toString()) ?? []
  if (key === undefined) throw new Error('no key was created')
  return key
}

async function answering(url: string): Promise<void> {
  const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}'
  for (let attempt = 0; attempt < 600; attempt++) {
    const headers = { 'content-type': 'application/json' }
    const { ok } = await fetch(url, { method: 'POST', headers, body })
    if (ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no answer at ${url}`)
}

const scriptFor = (method: string, params: readonly unknown[]): string => `
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.body = '${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}'
`
