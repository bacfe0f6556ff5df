import { describe, expect, it } from 'vitest'
import { parseProxy, type TrustedProxies } from './limits/clientAddress.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'

const nameOfNetwork = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }

describe('base URLs', () => {
  it.each([
    ['/', 'regtest'],
    ['/regtest', 'regtest'],
    ['/mainnet', 'mainnet'],
    ['/mainnet/', 'mainnet'],
    ['/any-key', 'regtest'],
    ['/main', 'regtest'],
    ['/?query=1', 'regtest'],
    ['/mainnet/any-key', 'mainnet'],
    ['/any-key?query=1', 'regtest'],
  ])('%s leads to %s', async (path, network) => {
    const world = await openServerWorld()
    expect((await world.call('test_name', path)).body?.result).toBe(network)
  })

  it.each(['/unknown/any-key', '/mainnet/key/more', `/${'k'.repeat(600)}`])(
    '%s leads nowhere',
    async (path) => {
      const world = await openServerWorld()
      const { status, body } = await world.call('test_name', path)
      expect([status, body?.error?.code]).toEqual([404, -32600])
    },
  )

  it.each(['/mainet', '/Mainnet', '/MAINET/any-key', '/mannet?query=1', '/mainnets/'])(
    '%s is a misspelt network, which is answered with its name, not by the first network',
    async (path) => {
      const world = await openServerWorld()
      const { status, body } = await world.call('test_name', path)
      expect([status, body?.error?.code]).toEqual([404, -32600])
      expect(body?.error?.message).toContain('did you mean /mainnet?')
    },
  )

  it('an unknown path that resembles no network is refused without a suggestion', async () => {
    const { body } = await (await openServerWorld()).call('test_name', '/unknown/any-key')
    expect(body?.error?.message).toBe('invalid request: no network at this path')
  })

  it('a dataset has the URL that a trusted proxy names, and not that of other clients', async () => {
    const heads = '{"latest":{"number":1,"hash":"0x1"},"finalized":{"number":1,"hash":"0x1"},"start":0}'
    const networks = [new TestNetwork('regtest', { data_heads: () => JSON.parse(heads) })]
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'rpc.example.org' }
    const urlOf = async (proxies: TrustedProxies) => {
      const { url } = await openServerWorld({ networks, proxies })
      const answer = await fetch(`${url}/regtest/any-key/data/1/worker`, { headers })
      return (await answer.text()).replace(url, 'OWN')
    }
    expect(await urlOf([parseProxy('127.0.0.1')!])).toBe('https://rpc.example.org/regtest/any-key/data')
    expect(await urlOf([])).toBe('OWN/regtest/any-key/data')
  })

  it('a port that is in use is an error that leaves no server open', async () => {
    const { port } = await openServerWorld()
    await expect(openServerWorld({ port, hasAdmin: true })).rejects.toThrow('EADDRINUSE')
  })

  it('two networks cannot have the same name', async () => {
    const networks = [new TestNetwork('regtest'), new TestNetwork('regtest')]
    await expect(openServerWorld({ networks })).rejects.toThrow('same name')
  })
})

describe('hosts and origins', () => {
  const askAs = async (host: string, options = {}) => {
    const world = await openServerWorld(options)
    const client = await world.connect()
    const body = JSON.stringify(nameOfNetwork)
    client.socket.write(
      `POST / HTTP/1.1\r\n${host}content-type: application/json\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await client.closed
    return Number(client.received.split(' ')[1])
  }

  it.each([
    '',
    'host: \r\n',
    'host: localhost:4444\r\n',
    'host: LOCALHOST\r\n',
    'host: 127.0.0.1\r\n',
    'host: [::1]:4444\r\n',
  ])('the loopback may be asked with "%s"', async (host) => expect(await askAs(host)).toBe(200))

  it.each([
    'evil.example',
    'evil.example:4444',
    '10.1.2.3',
    '127.0.0.1.evil.example',
    '%%%',
    'localhost, evil.example',
  ])('the loopback may not be asked as %s', async (host) =>
    expect(await askAs(`host: ${host}\r\n`)).toBe(400),
  )

  it('other addresses accept any name, or the configured ones', async () => {
    const host = '0.0.0.0'
    expect(await askAs('host: any.example\r\n', { host })).toBe(200)
    expect(await askAs('host: good.example:80\r\n', { host, hosts: ['good.example'] })).toBe(200)
    expect(await askAs('host: any.example\r\n', { host, hosts: ['good.example'] })).toBe(400)
  })

  it('pages of any origin may use the local chain, and listed ones the other networks', async () => {
    const networks = [new TestNetwork('regtest'), new TestNetwork('mainnet', {}, ['https://good.example'])]
    const world = await openServerWorld({ networks })
    const ask = async (path: string, origin: string) => {
      const { status, headers } = await world.post(nameOfNetwork, path, { origin })
      return [status, headers.get('access-control-allow-origin'), headers.get('vary')]
    }
    expect(await ask('/', 'https://any.example')).toEqual([200, '*', null])
    expect(await ask('/mainnet', 'https://good.example')).toEqual([200, 'https://good.example', 'origin'])
    expect(await ask('/mainnet', 'https://any.example')).toEqual([400, null, null])
    const exposedTo = async (origin: string) =>
      (await world.post(nameOfNetwork, '/mainnet', { origin })).headers.get('access-control-expose-headers')
    expect((await exposedTo('https://good.example'))?.split(', ')).toEqual(
      expect.arrayContaining(['ratelimit', 'ratelimit-policy', 'x-cambium-cost', 'x-cambium-verified']),
    )
    expect(await exposedTo('https://any.example')).toBeNull()
  })

  it('pages of allowed origins may read the headers by which a reader of a dataset continues', async () => {
    const world = await openServerWorld({ networks: [new TestNetwork('mainnet', {}, '*')] })
    const headers = { origin: 'https://good.example', 'content-type': 'application/json' }
    const answer = await fetch(`${world.url}/mainnet/data/stream`, { method: 'POST', headers, body: '{}' })
    expect(answer.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['x-sqd-head-number', 'x-sqd-finalized-head-number', 'x-cambium-genesis']),
    )
  })

  it('pages of this machine are those whose origin has a loopback name', async () => {
    const world = await openServerWorld({ networks: [new TestNetwork('regtest', {}, ['loopback'])] })
    const own = ['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:8545', 'http://LOCALHOST']
    for (const origin of own) {
      const { status, headers } = await world.post(nameOfNetwork, '/', { origin })
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin])
    }
    const foreign = [
      'https://any.example',
      'http://localhost.evil.example',
      'http://127.evil.example',
      'http://localhost@evil.example',
      'file://localhost',
      'loopback',
      'null',
    ]
    for (const origin of foreign) {
      const { status, body } = await world.post(nameOfNetwork, '/', { origin })
      expect([origin, status]).toEqual([origin, 400])
      expect(body?.error?.message).toContain('networks.regtest.origins')
    }
  })

  it('pages of other machines may not call a method that excludes them, whatever origins are allowed', async () => {
    const origin = 'https://app.example'
    for (const origins of ['*', [origin]] as const) {
      const methods = { test_local: () => 'done', test_public: () => 'done' }
      const world = await openServerWorld({ networks: [new TestNetwork('regtest', methods, origins)] })
      const ask = async (name: string, headers: Record<string, string>) =>
        (await world.post({ jsonrpc: '2.0', id: 1, method: name, params: [] }, '/', headers)).body
      expect((await ask('test_local', { origin }))?.error).toMatchObject({ code: -32601 })
      expect((await ask('test_public', { origin }))?.result).toBe('done')
      expect((await ask('test_local', {}))?.result).toBe('done')
      const socket = await world.openSocket('/', { origin })
      expect((await socket.call('test_local')).error).toMatchObject({ code: -32601 })
    }
  })

  it('pages get the answer to their preflight', async () => {
    const world = await openServerWorld()
    const { status, headers } = await world.fetch('/key', {
      method: 'OPTIONS',
      headers: { origin: 'https://any.example', 'access-control-request-method': 'POST' },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(headers.get('access-control-allow-methods')).toContain('POST')
    expect(headers.get('access-control-allow-headers')).toContain('content-type')
    expect(headers.get('access-control-allow-private-network')).toBeNull()
  })

  it('pages of the internet may ask a server of this machine, if their origin may', async () => {
    const origins = ['https://remix.example']
    const world = await openServerWorld({ networks: [new TestNetwork('regtest', {}, origins)] })
    const allowed = async (origin: string): Promise<string | null> => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const asked = { ...headers, 'access-control-request-private-network': 'true' }
      const answer = await world.fetch('/', { method: 'OPTIONS', headers: asked })
      return answer.headers.get('access-control-allow-private-network')
    }
    expect(await allowed('https://remix.example')).toBe('true')
    expect(await allowed('https://other.example')).toBeNull()
  })

  it('pages of other origins get no CORS headers, and other mistakes keep their statuses', async () => {
    const world = await openServerWorld({ networks: [new TestNetwork('regtest', {}, [])] })
    const askWith = (method: string, headers: object) =>
      world.fetch('/', { method, headers: { origin: 'https://any.example', ...headers } })
    const preflight = await askWith('OPTIONS', { 'access-control-request-method': 'POST' })
    expect(preflight.status).toBe(200)
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    expect((await askWith('GET', {})).status).toBe(405)
    expect((await askWith('POST', {})).status).toBe(415)
    expect((await askWith('POST', { 'content-type': 'application/json' })).status).toBe(400)
  })
})
