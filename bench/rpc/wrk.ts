import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/* wrk (Debian has a package) sends requests over many connections at once and uses little processor time itself. */

export interface Load {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const run = promisify(execFile)

export interface LoadOptions {
  readonly body: string
  readonly seconds: number
  /** Concurrent requests, each over a connection of its own. */
  readonly connections: number
}

export async function load(url: string, { body, seconds, connections }: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'cambium-bench-'))
  const script = join(folder, 'post.lua')
  writeFileSync(script, luaScript(body))
  const words = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  try {
    const { stdout } = await run('wrk', [...words, '--timeout', '20s', '--script', script, url])
    const found = /ANSWERED (\d+) (\d+) (\d+) (\d+) (\d+)/.exec(stdout)
    if (found === null) throw new Error(stdout)
    const [requests = 0, microseconds = 0, p50 = 0, p99 = 0, failed = 0] = found.slice(1).map(Number)
    if (failed > 0) throw new Error(`${failed} of ${requests} requests to ${url} failed`)
    return { requests, perSecond: (requests * 1e6) / microseconds, p50Ms: p50 / 1000, p99Ms: p99 / 1000 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const luaScript = (body: string): string => `
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
wrk.body = [==[${body}]==]
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  local p50, p99 = latency:percentile(50), latency:percentile(99)
  print(string.format('ANSWERED %d %d %d %d %d', summary.requests, summary.duration, p50, p99, failed))
end
`
