import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildCambium, type Ended, type Running, removeBuild, startCambium } from '../processes/cliProcess.ts'
import { startNode } from '../processes/nodeProcess.ts'

const height = 6
const funded = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'

let cache: string
beforeAll(() => {
  buildCambium()
  cache = mkdtempSync(join(tmpdir(), 'cambium-forks-'))
})
afterAll(() => {
  removeBuild()
  rmSync(cache, { recursive: true })
})

const started: Running[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(stopped))
})

async function stopped({ child, ended }: Running): Promise<Ended> {
  child.kill('SIGTERM')
  return ended
}

interface Answer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

async function ask(
  url: string,
  method: string,
  params: readonly unknown[] = [],
  headers = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json() as Promise<Answer>
}

/** A local chain of 6 blocks with its URL. */
async function startOrigin(): Promise<{ readonly running: Running; readonly url: string }> {
  const { running, announced } = await startNode('--network', 'regtest')
  started.push(running)
  const { url } = announced.networks[0]!
  for (let block = 0; block < height; block++) await ask(url, 'evm_mine')
  return { running, url }
}

/** Waits until the output of a process matches. */
async function outputOf({ child, ended }: Running, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk: string) => {
      text += chunk
      const found = pattern.exec(text)
      if (found !== null) resolve(found)
    })
    void ended.then(({ notes }) => reject(new Error(`the process ended: ${text} ${notes}`)))
  })
}

async function startFork(
  url: string,
  ...options: readonly string[]
): Promise<{ url: string; banner: string }> {
  const words = ['dev', '--port', '0', '--fork', url, '--fork-block', String(height), '--fork-cache', cache]
  const running = startCambium([...words, ...options])
  started.push(running)
  const [banner] = await outputOf(running, /^.*Ctrl-C/s)
  return { banner, url: /http:\/\/127\.0\.0\.1:\d+/.exec(banner.replace(/Fork of.*/, ''))![0] }
}

const readsOf = async (url: string): Promise<unknown[]> => [
  (await ask(url, 'eth_getBalance', [funded, 'latest'])).result,
  (await ask(url, 'eth_getBlockByNumber', ['0x3', true])).result,
  (await ask(url, 'evm_mine')).error,
  (await ask(url, 'eth_blockNumber')).result,
]

describe('cambium dev --fork', () => {
  it('shows that the fork is verified, hides the key, and starts again without the endpoint', async () => {
    const origin = await startOrigin()
    const secret = `${origin.url}?token=secret-key`
    const fork = await startFork(secret, '--fork-verified')
    expect(fork.banner).toMatch(/Fork of http:\/\/127\.0\.0\.1:\d+\/… at block 6 .*, verified/)
    const first = await readsOf(fork.url)
    expect(first[3]).toBe('0x7')
    const ends = await Promise.all(started.splice(0).map(stopped))
    for (const { output, notes } of ends) expect(output + notes).not.toContain('secret-key')
    const again = await startFork(secret, '--fork-verified')
    expect(await readsOf(again.url)).toEqual(first)
  })
})

describe('cambium node --upstream', () => {
  it('answers about blocks that it does not have, and counts these answers', async () => {
    const origin = await startOrigin()
    const upstream = `regtest=${origin.url}?token=secret-key`
    const options = ['--upstream', upstream, '--networks.regtest.upstream-lag', '2', '--admin-port', '0']
    const { running, announced } = await startNode('--network', 'regtest', '--log-level', 'debug', ...options)
    started.push(running)
    const { url } = announced.networks[0]!
    expect((await ask(url, 'eth_blockNumber')).result).toBe('0x6')
    expect(await ask(url, 'eth_getBlockByNumber', ['0x4', true])).toEqual(
      await ask(origin.url, 'eth_getBlockByNumber', ['0x4', true]),
    )
    expect((await ask(url, 'eth_getBlockByNumber', ['0x0', false])).result).toMatchObject({ number: '0x0' })
    const hops = Array.from({ length: 8 }, () => '00'.repeat(8)).join(',')
    const forwarded = await ask(url, 'eth_getBlockByNumber', ['0x4', true], { 'x-cambium-hops': hops })
    expect(forwarded.error?.message).toMatch(/chain of upstreams/)
    const ready = await (await fetch(new URL('/ready', url))).text()
    expect(JSON.parse(ready).networks.regtest.upstream).toMatchObject({
      head: height,
      answers: true,
      problem: null,
      verified: 2,
      unverified: 0,
      failures: { circle: 1 },
    })
    const metrics = await (await fetch(announced.metrics[0]!)).text()
    expect(metrics).toContain('cambium_upstream_calls_total{network="regtest",verified="yes"} 2')
    expect(metrics).toContain('cambium_upstream_failures_total{network="regtest",problem="circle"} 1')
    const { output, notes } = await stopped(running)
    expect(output + notes + ready + metrics).not.toContain('secret-key')
  })

  it('is refused for a node of another network', async () => {
    const origin = await startOrigin()
    const running = startCambium(['node', '--port', '0', '--network', 'testnet', '--upstream', origin.url])
    const { exitCode, notes } = await running.ended
    expect(exitCode).toBe(1)
    expect(notes).toMatch(
      /the upstream of testnet: .* serves chain 33 and not 31.*use an endpoint of the right network/,
    )
  })
})
