import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Running } from './running.ts'

/* wrk (Debian has a package) sends requests over many connections at once and uses little processor time itself. */

export interface Load {
  readonly perSecond: number
  readonly p99Ms: number
  /** Processor time of the program for one request. */
  readonly processorUs: number
  /** The part of its main thread in `processorUs`. */
  readonly mainThreadUs: number
}

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'cambium-bench-'))

export interface LoadOptions {
  readonly body: string
  readonly seconds: number
  /** Concurrent requests, each over a connection of its own. */
  readonly connections: number
}

export async function load(running: Running, { body, seconds, connections }: LoadOptions): Promise<Load> {
  const script = join(folder, 'post.lua')
  writeFileSync(script, luaScript(body))
  const before = running.processorSeconds()
  const beforeInMain = running.mainThreadSeconds()
  const { stdout } = await run('wrk', [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    '--timeout',
    '20s',
    '--latency',
    '--script',
    script,
    `http://127.0.0.1:${running.port}/`,
  ])
  // Wait for the last requests, which may still be in progress and would slow the next load.
  await running.client.text('eth_blockNumber')
  const processorSeconds = running.processorSeconds() - before
  const mainThreadSeconds = running.mainThreadSeconds() - beforeInMain
  const found = /ANSWERED (\d+) (\d+) (\d+) (\d+)/.exec(stdout)
  if (found === null) throw new Error(stdout)
  const [requests, microseconds, p99, failed] = found.slice(1).map(Number)
  if (failed! > 0) throw new Error(`${failed} of ${requests} requests to ${running.program.name} failed`)
  return {
    perSecond: (requests! * 1e6) / microseconds!,
    p99Ms: p99! / 1000,
    processorUs: (processorSeconds * 1e6) / requests!,
    mainThreadUs: (mainThreadSeconds * 1e6) / requests!,
  }
}

const luaScript = (body: string): string => `
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
wrk.body = [==[${body}]==]
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  print(string.format('ANSWERED %d %d %d %d', summary.requests, summary.duration, latency:percentile(99), failed))
end
`
