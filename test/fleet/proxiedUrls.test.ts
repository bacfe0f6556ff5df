import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { followChain } from '../../src/library/stream.ts'
import { cambium } from '../processes/cliProcess.ts'
import { ask } from '../processes/nodeProcess.ts'
import { createKeyIn } from './fleetWorld.ts'
import { freePort } from './freePort.ts'
import { useNodeFolder } from './nodeFolder.ts'
import { hasProxies, type ProxyProcess, startCaddy, startNginx } from './proxyProcess.ts'
import { hasRedis, RedisServer } from './redisServer.ts'

const nodes = useNodeFolder()
const trusting = ['--network', 'regtest', '--trusted-proxies', '127.0.0.1', '--access', 'keys']
const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
})

interface Proxied {
  readonly url: string
  readonly key: string
}

async function behind(proxy: ProxyProcess, key: string): Promise<Proxied> {
  closings.push(() => proxy.close())
  return { url: proxy.url, key }
}

async function openNode(): Promise<{ readonly port: number; readonly key: string }> {
  const data = ['--data', nodes.folder.at('data')]
  const { output } = await cambium('keys', 'create', '--create', '--label', 'test', ...data)
  const { url } = await nodes.start(...trusting, ...data)
  return { port: Number(new URL(url).port), key: keyIn(output) }
}

const keyIn = (output: string): string => /cambium_[0-9a-f]{12}_[\w-]{43}/.exec(output)?.[0] ?? ''

async function nodeBehindNginx(): Promise<Proxied> {
  const { port, key } = await openNode()
  const forNode = (text: string): string => text.replaceAll('127.0.0.1:4444', `127.0.0.1:${port}`)
  return behind(await startNginx(nodes.folder.at('.'), 'cambium.conf', await freePort(), forNode), key)
}

async function nodeBehindCaddy(): Promise<Proxied> {
  const { port, key } = await openNode()
  return behind(await startCaddy(nodes.folder.at('.'), await freePort(), port), key)
}

async function fleetBehindNginx(): Promise<Proxied> {
  const redis = await RedisServer.start()
  closings.push(() => redis.close())
  const secret = nodes.folder.write('secret', 'the-secret-of-a-fleet-that-is-tested-here')
  const fleet = ['--fleet-secret-file', secret]
  const node = await nodes.start('--role', 'follower', '--network', 'regtest', ...fleet)
  const words = ['--role', 'gateway', '--nodes', `regtest=${node.url}`, '--shared', redis.url]
  const key = await createKeyIn(redis)
  const gateways = [
    await nodes.start(...words, ...trusting, ...fleet),
    await nodes.start(...words, ...trusting, ...fleet),
  ]
  const [first, second] = gateways.map(({ url }) => new URL(url).host)
  const forGateways = (text: string): string =>
    text.replace('gateway-1:4444', first!).replace('gateway-2:4444', second!)
  return behind(await startNginx(nodes.folder.at('.'), 'fleet.conf', await freePort(), forGateways), key)
}

/** The resources of the table in docs/indexing.md, such as `GET head`. */
const resources = Array.from(
  readFileSync(new URL('../../docs/indexing.md', import.meta.url), 'utf8').matchAll(
    /`(GET|POST) ([\w/-]+)`/g,
  ),
  ([, method = '', path = '']) => ({ method, path: path.replace('N/', '0/') }),
)

const query = JSON.stringify({ type: 'evm', fromBlock: 0, fields: { block: { timestamp: true } } })

async function statusOf(url: string, method: string, key?: string): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) }
  const response = await fetch(url, { method, headers, ...(method === 'POST' && { body: query }) })
  await response.text()
  return response.status
}

function chainIdOver(url: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), { headers })
    socket.on('open', () => socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'))
    socket.on('message', (data) => {
      socket.close()
      resolve(JSON.parse(String(data)).result)
    })
    socket.on('error', reject)
  })
}

describe.skipIf(!hasProxies || !hasRedis)('the documented URLs', () => {
  it('are read from the page about indexing', () => {
    expect(resources.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['stream', 'finalized-stream', 'head', 'metadata', 'height', '0/worker']),
    )
  })

  it.each([
    ['nginx before a node', nodeBehindNginx],
    ['Caddy before a node', nodeBehindCaddy],
    ['nginx before the gateways of a fleet', fleetBehindNginx],
  ])('answer through %s', async (_, open) => {
    const { url, key } = await open()
    const inPath = [`${url}/${key}`, `${url}/regtest/${key}`]
    for (const base of [...inPath, `${url}/regtest/${key}/`]) {
      expect(await ask(base, 'eth_chainId')).toMatchObject({ status: 200, result: '0x21' })
      expect(await chainIdOver(base, {})).toBe('0x21')
    }
    expect(await statusOf(`${url}/regtest`, 'POST')).toBe(401)
    for (const base of [url, `${url}/regtest`]) {
      expect(await chainIdOver(base, { 'x-api-key': key })).toBe('0x21')
      expect(await statusOf(base, 'POST', key)).toBe(200)
    }
    for (const { method, path } of resources) {
      for (const base of inPath)
        expect([path, await statusOf(`${base}/data/${path}`, method)]).toEqual([path, 200])
      expect([path, await statusOf(`${url}/regtest/data/${path}`, method, key)]).toEqual([path, 200])
    }
    for (const probe of ['health', 'accepting', 'ready', 'ready/regtest']) {
      expect([probe, await statusOf(`${url}/${probe}`, 'GET')]).toEqual([probe, 200])
    }

    // As a processor of Subsquid does: it asks where the worker is, and posts its query there.
    const dataset = `${url}/regtest/${key}/data`
    const worker = await (await fetch(`${dataset}/0/worker`)).text()
    expect(worker).toBe(dataset)
    expect(await statusOf(worker, 'POST')).toBe(200)

    for await (const event of followChain({ url: dataset, query: { fromBlock: 0 } })) {
      expect(event.position.blocks.at(-1)).toMatchObject({ number: 0 })
      break
    }
  })
})
