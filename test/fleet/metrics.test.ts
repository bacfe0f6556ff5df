import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from './freePort.ts'
import { useNodeFolder } from './nodeFolder.ts'
import { hasRedis, RedisServer } from './redisServer.ts'

const textOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8')

const nodes = useNodeFolder()
let redis: RedisServer
beforeEach(async () => {
  redis = await RedisServer.start()
})
afterEach(() => redis.close())

/** Starts a process with the flags of a shipped unit, its configuration given as flags. */
function startUnit(unit: string, ...configuration: readonly string[]) {
  const [, words = ''] =
    /^ExecStart=\S+ cambium node (.*)$/m.exec(textOf(`deploy/systemd/${unit}.service`)) ?? []
  const flags = words.split(' ').flatMap((word, index, all) => {
    if (word === '--config') return []
    if (all[index - 1] === '--config') return configuration
    return [word.replace('/var/lib/cambium', nodes.folder.at('data')).replace('%i', '0')]
  })
  return nodes.start(...flags)
}

/** The metrics of a process, as Prometheus scrapes them. */
async function scrape(url: string | undefined): Promise<string> {
  const response = await fetch(url!)
  expect(response.status).toBe(200)
  return response.text()
}

/** The families with at least one sample, or a heading where a value may be absent. */
const namesIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name = '']) => name))

/** The metrics that alerts and the dashboard ask for. */
const asked = Array.from(
  new Set(
    Array.from(
      `${textOf('docs/alerts.yml')}${textOf('docs/grafana.json')}`.matchAll(
        /\b(?:cambium|process|nodejs)_[a-z_]+/g,
      ),
      ([name]) => name.replace(/_(bucket|count|sum)$/, ''),
    ),
  ),
)

describe.skipIf(!hasRedis)('the metrics of processes that were started with the shipped units', () => {
  it('are scraped from every role, and have what alerts and the dashboard ask for', async () => {
    const secret = nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
    const fleet = ['--admin-port', '0', '--fleet-secret-file', secret]
    const local = ['--port', '0', '--network', 'regtest', '--access-log', nodes.folder.at('access.log')]
    const peers = ['--networks.regtest.peers.enabled', '--networks.regtest.peers.host', '127.0.0.1']
    const peerPort = ['--networks.regtest.peers.port', String(await freePort())]
    const writer = await startUnit('cambium', ...local, ...fleet, ...peers, ...peerPort)
    const reader = await startUnit(
      'cambium-reader@',
      ...['--network', 'regtest', '--nodes', `regtest=${writer.url}`],
      ...fleet,
    )
    const gateway = await startUnit(
      'cambium-gateway',
      ...['--port', '0', '--nodes', `regtest=${reader.url}`, '--shared', redis.url],
      ...fleet,
    )
    const [ofWriter, ofReader, ofGateway] = await Promise.all(
      [writer, reader, gateway].map(({ announced }) => scrape(announced.metrics[0])),
    )
    const missing = asked.filter((name) => {
      const isGateways = /^cambium_(node|final_answer|shared)_/.test(name)
      const text = isGateways ? ofGateway : name.startsWith('cambium_writer_') ? ofReader : ofWriter
      return !namesIn(text!).has(name)
    })
    expect(missing).toEqual([])
    for (const text of [ofWriter, ofReader, ofGateway]) {
      expect(text).toMatch(/^cambium_build_info\{version="\d/m)
      expect(text).toMatch(/^cambium_ready\{network="regtest"\} 1$/m)
      expect(text).toMatch(/^cambium_required\{network="regtest"\} 1$/m)
    }
    // The shipped logrotate file sends it to all units, also to those without an access log.
    for (const { running } of [writer, reader, gateway]) running.child.kill('SIGHUP')
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (const { url, running } of [writer, reader, gateway]) {
      expect((await fetch(new URL('/health', url))).status).toBe(200)
      expect(running.child.exitCode).toBeNull()
    }
    expect(ofGateway).toMatch(/^cambium_node_useful\{network="regtest",node="[^"]+"\} 1$/m)
  })
})
