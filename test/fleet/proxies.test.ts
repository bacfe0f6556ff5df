import { afterEach, describe, expect, it } from 'vitest'
import { cambium } from '../processes/cliProcess.ts'
import { ask, type StartedNode, stop } from '../processes/nodeProcess.ts'
import { createKeyIn } from './fleetWorld.ts'
import { freePort } from './freePort.ts'
import { endWithOtherSocket, type ManagedNode, startManagedNode } from './heldSocket.ts'
import { Load } from './load.ts'
import { useNodeFolder } from './nodeFolder.ts'
import { hasProxies, type ProxyProcess, startCaddy, startNginx } from './proxyProcess.ts'
import { hasRedis, RedisServer } from './redisServer.ts'

const patience = { timeout: 120_000, interval: 50 }
const nodes = useNodeFolder()
/** As in the shipped units and files. */
const drainDelay = ['--limits.drain-delay-ms', '5000']
const requests = 1_000
const clients = 4

let proxy: ProxyProcess | undefined
let redis: RedisServer | undefined
let managed: ManagedNode | undefined
afterEach(async () => {
  await managed?.close()
  managed = undefined
  await proxy?.close()
  await redis?.close()
  proxy = undefined
  redis = undefined
})

/** A node with an API key, at a port that stays the same. */
async function openNode() {
  const data = ['--data', nodes.folder.at('data')]
  const port = await freePort()
  const start = () =>
    nodes.start('--port', String(port), '--network', 'regtest', ...data, '--access', 'keys', ...drainDelay)
  const node = await start()
  const { output, notes } = await cambium('keys', 'create', '--label', 'test', ...data)
  const [key] = /cambium_[0-9a-f]{12}_[\w-]{43}/.exec(output) ?? []
  if (key === undefined) throw new Error(`no key was created: ${output}${notes}`)
  return { port, start, node, key }
}

const answered = (load: Load, count: number) =>
  expect.poll(() => load.answered, patience).toBeGreaterThan(count)

describe.skipIf(!hasProxies || !hasRedis)('the shipped files of proxies', () => {
  it('let Caddy wait for a node that is restarted', async () => {
    const { port, start, node, key } = await openNode()
    proxy = await startCaddy(nodes.folder.at('.'), await freePort(), port)
    const load = new Load(`${proxy.url}/regtest/${key}`, clients, () => ['eth_blockNumber'])
    await answered(load, requests / 4)
    expect(await stop(node.running)).toBe(0)
    await start()
    await answered(load, requests)
    await load.stop()
    console.info(`Caddy, a node restarted: ${load.answered} requests, ${load.failures.length} failed`)
    expect(load.failures).toEqual([])
  })

  it('let Caddy keep keys out of its log', async () => {
    const { port, node, key } = await openNode()
    proxy = await startCaddy(nodes.folder.at('.'), await freePort(), port, (text) =>
      text.replace('lb_try_duration 30s', 'lb_try_duration 1s'),
    )
    await breakConnections(node, `${proxy.url}/regtest/${key}`)
    await askEverywhere(proxy.url, key)
    expect(proxy.logs()).toContain('/regtest/cambium_')
    expect(proxy.logs()).not.toContain(key.slice(-43))
  })

  // On a loaded machine one request in some thousands was answered with nginx's 502. It does not repeat a POST on a connection
  // that was reset; probably the system resets those that a gateway has not accepted when its port closes.
  const mayBeReset = { retry: 3 }
  it(
    'let nginx restart one gateway right after the other, and keep keys out of its logs',
    mayBeReset,
    async () => {
      redis = await RedisServer.start()
      const shared = ['--shared', redis.url]
      const fleet = [
        '--fleet-secret-file',
        nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here'),
      ]
      const node = await nodes.start('--role', 'follower', '--network', 'regtest', ...fleet)
      const key = await createKeyIn(redis)
      const ports = [await freePort(), await freePort()]
      const startGateway = (port: number) =>
        nodes.start(
          ...[
            '--role',
            'gateway',
            '--port',
            String(port),
            '--nodes',
            `regtest=${node.url}`,
            '--access',
            'keys',
          ],
          ...fleet,
          ...shared,
          ...drainDelay,
        )
      const gateways = await Promise.all(ports.map(startGateway))
      proxy = await startNginx(nodes.folder.at('.'), 'fleet.conf', await freePort(), (text) =>
        text
          .replace('gateway-1:4444', `127.0.0.1:${ports[0]}`)
          .replace('gateway-2:4444', `127.0.0.1:${ports[1]}`),
      )
      const load = new Load(`${proxy.url}/regtest/${key}`, clients, () => ['eth_blockNumber'])
      await answered(load, requests / 4)
      const restarted: StartedNode[] = []
      for (const [index, { running }] of gateways.entries()) {
        expect(await stop(running)).toBe(0)
        restarted.push(await startGateway(ports[index]!))
      }
      await answered(load, requests)
      await load.stop()
      console.info(`nginx, two gateways restarted: ${load.answered} requests, ${load.failures.length} failed`)
      expect([load.failures, load.failures.length > 0 ? proxy.logs() : '']).toEqual([[], ''])
      await Promise.all(restarted.map(({ running }) => stop(running, 'SIGKILL')))
      // No gateway runs behind the proxy now; the proxy does not forward a request with a key in a wrong place.
      expect(await askEverywhere(proxy.url, key)).toEqual([502, 502, 502, 502, 404, 404])
      expect(proxy.logs()).toContain('"POST /regtest HTTP')
      expect(proxy.logs()).not.toContain(key.slice(-43))
    },
  )

  it('let nginx wait for one node whose port the service manager keeps open', async () => {
    const port = await freePort()
    managed = await startManagedNode(port, '--network', 'regtest', ...drainDelay)
    proxy = await startNginx(nodes.folder.at('.'), 'cambium.conf', await freePort(), (text) =>
      text.replaceAll('127.0.0.1:4444', `127.0.0.1:${port}`),
    )
    const load = new Load(`${proxy.url}/regtest`, clients, () => ['eth_blockNumber'])
    await answered(load, requests / 4)
    await managed.restart()
    await answered(load, requests)
    await load.stop()
    console.info(
      `nginx, a node with a held port restarted: ${load.answered} requests, ${load.failures.length} failed`,
    )
    expect(load.failures).toEqual([])
  })

  it('refuse a port of the service manager that is not that of the settings', async () => {
    const words = ['--network', 'regtest', '--port', String(await freePort())]
    const { exitCode, notes } = await endWithOtherSocket(await freePort(), ...words)
    expect([exitCode, notes]).toEqual([
      1,
      expect.stringContaining('let ListenStream agree with --host and --port'),
    ])
  })

  it('let nginx pass paths with keys on, and keep the keys out of its logs', async () => {
    const { port, node, key } = await openNode()
    proxy = await startNginx(nodes.folder.at('.'), 'cambium.conf', await freePort(), (text) =>
      text.replaceAll('127.0.0.1:4444', `127.0.0.1:${port}`),
    )
    for (const path of [`/${key}`, `/regtest/${key}`, `/regtest/${key}/`]) {
      expect(await ask(`${proxy.url}${path}`, 'eth_chainId')).toMatchObject({ status: 200, result: '0x21' })
    }
    expect((await ask(`${proxy.url}/regtest/${key}x`, 'eth_chainId')).status).toBe(401)
    await breakConnections(node, `${proxy.url}/regtest/${key}`)
    expect(await askEverywhere(proxy.url, key)).toEqual([502, 502, 502, 502, 404, 404])
    expect(proxy.logs()).not.toContain(key.slice(-43))
  })
})

/** The statuses of requests with the key in headers, in the path, and where no key belongs. */
async function askEverywhere(url: string, key: string): Promise<number[]> {
  const asked: readonly (readonly [path: string, headers?: Readonly<Record<string, string>>])[] = [
    ['/regtest', { authorization: `Bearer ${key}` }],
    ['/regtest', { 'x-api-key': key }],
    [`/regtest/${key}`],
    [`/regtest/${key}/`],
    [`/regtest?key=${key}`],
    [`/regtest/x/${key}`],
  ]
  return Promise.all(
    asked.map(async ([path, headers = {}]) => {
      return (await fetch(`${url}${path}`, { method: 'POST', headers, body: '{}' })).status
    }),
  )
}

/** Kills a node under load, so that the proxy has failures to log. */
async function breakConnections(node: StartedNode, url: string): Promise<void> {
  const load = new Load(url, 8, () => ['eth_call', {}, 'latest'])
  await answered(load, 50)
  node.running.child.kill('SIGSTOP')
  await new Promise((resolve) => setTimeout(resolve, 300))
  node.running.child.kill('SIGKILL')
  await expect.poll(() => load.failures.length, patience).toBeGreaterThan(0)
  void load.stop()
}
