import { describe, expect, it, onTestFinished } from 'vitest'
import { StreamedJson } from '../../rpc/json/streamedJson.ts'
import type { MinuteOfTraffic } from '../metrics/trafficHistory.ts'
import { adminToken, openServerWorld, TestNetwork } from '../serverWorld.cases.ts'

interface Issued {
  readonly key: { readonly id: string }
  readonly text: string
}

interface Problem {
  readonly error: string
}

const withKeys = () => openServerWorld({ needsKeys: true, hasAdmin: true })

describe('the admin API', () => {
  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: `Bearer ${adminToken}x` }],
    ['the token without its scheme', { authorization: adminToken }],
    ['an empty token', { authorization: 'Bearer ' }],
  ])('refuses a request with %s', async (_, headers) => {
    const world = await withKeys()
    const response = await fetch(`${world.adminUrl}/api/keys`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ error: 'send the admin token as Authorization: Bearer TOKEN' })
  })

  it('serves metrics without a token', async () => {
    const world = await withKeys()
    expect(await world.metrics()).toContain('cambium_call_seconds')
  })

  it('serves the metrics of other networks when one fails, and logs why', async () => {
    class Closing extends TestNetwork {
      override status(): never {
        throw new Error('the store is closed')
      }
    }
    const networks = [new TestNetwork('mainnet'), new Closing('testnet')]
    const world = await openServerWorld({ hasAdmin: true, networks })
    const text = await world.metrics()
    expect(text).toContain('cambium_head{network="mainnet"} 7')
    expect(text).toContain('process_uptime_seconds')
    expect(text).not.toContain('network="testnet"')
    expect(world.logged).toContainEqual({
      event: 'admin-failed',
      fields: { reason: expect.stringContaining('the store is closed') },
    })
  })

  it('refuses a name of another host, which a web page may have rebound', async () => {
    const world = await withKeys()
    const connection = await world.connect('127.0.0.1', Number(new URL(world.adminUrl).port))
    const lines = ['GET /api/keys HTTP/1.1', 'Host: evil.example', `Authorization: Bearer ${adminToken}`]
    connection.socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    await connection.closed
    expect(connection.received).toMatch(/^HTTP\/1.1 404 /)
  })

  it.each([
    ['/api/nothing', 404],
    ['/elsewhere', 404],
    ['/api/keys/x/rotate', 405],
    ['/api/keys/%ff', 400],
    ['//', 400],
    ['/api/traffic?minutes=0', 400],
    ['/api/traffic?minutes=1e3', 400],
    ['/api/usage?from=yesterday', 400],
    ['/api/usage?by=colour', 400],
    ['/api/usage?period=minute', 400],
  ])('answers %s with %d and a reason', async (path, status) => {
    const world = await withKeys()
    const answered = await world.admin<Problem>(path)
    expect(answered.status).toBe(status)
    expect(answered.json.error).toMatch(/\w+/)
  })

  it('refuses bodies that are too long or not JSON', async () => {
    const world = await withKeys()
    const headers = { authorization: `Bearer ${adminToken}` }
    const post = (body: string) => fetch(`${world.adminUrl}/api/keys`, { method: 'POST', headers, body })
    expect((await post('{')).status).toBe(400)
    expect((await post(JSON.stringify({ label: 'x'.repeat(70_000) }))).status).toBe(413)
  })
})

describe('keys in the admin API', () => {
  it('are created, used, edited, rotated and revoked', async () => {
    const world = await withKeys()
    const created = await world.admin<Issued>('/api/keys', { label: 'dApp', networks: ['regtest'] })
    expect(created.status).toBe(200)
    const { id } = created.json.key
    const call = (text: string, network = '') => world.call('test_name', `${network}/${text}`)
    expect((await call(created.json.text)).body).toMatchObject({ result: 'regtest' })
    expect((await call(created.json.text, '/mainnet')).status).toBe(403)

    const edited = await world.admin(`/api/keys/${id}`, { networks: null, dailyUnits: 1_000 }, 'PATCH')
    expect(edited.json).toMatchObject({ id, label: 'dApp', dailyUnits: 1_000, isLive: true })
    expect(edited.json).not.toHaveProperty('networks')

    const rotated = await world.admin<Issued>(`/api/keys/${id}/rotate`, {})
    expect(rotated.json.text).not.toBe(created.json.text)
    expect((await call(rotated.json.text)).status).toBe(200)

    const revoked = await world.admin(`/api/keys/${id}/revoke`, {})
    expect(revoked.json).toMatchObject({ id, isLive: false })
    const listed = await world.admin('/api/keys')
    expect(listed.json).toEqual([revoked.json])
    expect(listed.text).not.toMatch(/secret/i)
  })

  it('are refused with the reason', async () => {
    const world = await withKeys()
    const problem = async (path: string, body: Parameters<typeof world.admin>[1], method?: string) => {
      const { status, json } = await world.admin<Problem>(path, body, method)
      return [status, json.error]
    }
    expect(await problem('/api/keys', { label: '' })).toEqual([400, expect.stringContaining('key.label')])
    expect(await problem('/api/keys', { label: 'a', colour: 1 })).toEqual([400, 'key.colour: is not known'])
    expect(await problem('/api/keys', [])).toEqual([400, 'key: is not an object'])
    expect(await problem('/api/keys/none/revoke', {})).toEqual([404, 'there is no key with the id none'])
    const { json } = await world.admin<Issued>('/api/keys', { label: 'a' })
    const path = `/api/keys/${json.key.id}`
    expect(await problem(path, { dailyUnits: -1 }, 'PATCH')).toEqual([
      400,
      expect.stringContaining('dailyUnits'),
    ])
    expect(await problem(path, { secretHash: '00' }, 'PATCH')).toEqual([400, 'key.secretHash: is not known'])
    expect(await problem(`${path}/rotate`, { graceSeconds: 'x' })).toEqual([
      400,
      expect.stringContaining('graceSeconds'),
    ])
  })

  it('do not exist on a server that needs none', async () => {
    const world = await openServerWorld({ hasAdmin: true })
    expect(await world.admin('/api/keys')).toMatchObject({ status: 409 })
  })
})

describe('figures in the admin API', () => {
  it('show the usage of keys by hour and method, as JSON and as a table', async () => {
    const world = await withKeys()
    const {
      json: { key, text },
    } = await world.admin<Issued>('/api/keys', { label: 'indexer' })
    await world.call('test_name', `/${text}`)
    await world.call('test_name', `/mainnet/${text}`)
    await world.call('test_unknown', `/${text}`)
    const { json: rows } = await world.admin('/api/usage?by=key,network,method&period=day')
    expect(rows).toHaveLength(3)
    expect(rows).toContainEqual(
      expect.objectContaining({ key: key.id, network: 'regtest', method: 'test_name', calls: 1, errors: 0 }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ method: 'unknown', calls: 1, errors: 1 }))
    const {
      json: [total],
    } = await world.admin<readonly unknown[]>(`/api/usage?key=${key.id}&period=total`)
    expect(total).toMatchObject({ key: key.id, calls: 3, errors: 1 })
    const { text: table } = await world.admin('/api/usage.csv?by=method&network=mainnet')
    const [header, line, end] = table.split('\r\n')
    expect(header).toBe('time,key,network,method,units,calls,errors,gas,logs,bytes')
    expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z,,,test_name,\d+,1,0,/)
    expect(end).toBe('')
  })

  it('show traffic, methods, errors, refusals and the state of the networks', async () => {
    const world = await openServerWorld({ hasAdmin: true })
    await world.call('test_name')
    await world.call('test_unknown')
    await world.fetch('/', { method: 'PUT' })
    const { json: minutes } = await world.admin<readonly MinuteOfTraffic[]>('/api/traffic')
    const sum = (member: 'calls' | 'errors' | 'refusals') =>
      minutes.reduce((all, minute) => all + minute[member], 0)
    expect([sum('calls'), sum('errors'), sum('refusals')]).toEqual([2, 1, 1])
    const { json: figures } = await world.admin('/api/methods')
    expect(figures).toEqual({
      methods: expect.arrayContaining([
        expect.objectContaining({ network: 'regtest', method: 'test_name', calls: 1 }),
      ]),
      errors: [{ network: 'regtest', code: -32601, count: 1 }],
      refusals: [{ status: 405, count: 1 }],
    })
    const { json: state } = await world.admin('/api/overview')
    expect(state).toMatchObject({
      access: 'open',
      threads: null,
      connections: { webSockets: 0 },
      networks: [{ name: 'regtest', ready: true, dataBytes: 1_000_000 }, { name: 'mainnet' }],
    })
  })

  it('come from the methods of a network too, which the operator may call without a key', async () => {
    const granted = new TestNetwork('regtest', { test_granted: (_, { grants }) => grants?.('any') ?? false })
    const world = await openServerWorld({ needsKeys: true, hasAdmin: true, networks: [granted] })
    const call = { jsonrpc: '2.0', id: 1, method: 'test_granted', params: [] }
    const { json } = await world.admin('/api/networks/regtest/rpc', call)
    expect(json).toMatchObject({ id: 1, result: true })
    expect(await world.admin('/api/networks/nowhere/rpc', call)).toMatchObject({ status: 404 })
  })

  it('have long answers, which are made as they are read, and no further when the operator leaves', async () => {
    const warnings: string[] = []
    const onWarning = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', onWarning)
    onTestFinished(() => void process.off('warning', onWarning))
    const count = 40
    let made = 0
    const piece = 'x'.repeat(256 * 1024)
    async function* pieces() {
      yield '"'
      for (; made < count; made++) yield piece
      yield '"'
    }
    const long = new TestNetwork('regtest', { test_long: () => new StreamedJson(pieces()) })
    const world = await openServerWorld({ hasAdmin: true, networks: [long] })
    const call = { jsonrpc: '2.0', id: 1, method: 'test_long', params: [] }
    const { json } = await world.admin<{ result: string }>('/api/networks/regtest/rpc', call)
    expect(json.result).toHaveLength(count * piece.length)
    made = 0
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${adminToken}` }
    const request = { method: 'POST', headers, body: JSON.stringify(call), signal: leaving.signal }
    await fetch(`${world.adminUrl}/api/networks/regtest/rpc`, request)
    leaving.abort()
    await world.close()
    expect(made).toBeLessThan(count)
    expect(warnings).toEqual([])
  })
})

describe('the console', () => {
  const file = (text: string, contentType: string) => {
    const plain = Buffer.from(text)
    return { contentType, etag: '"1"', plain, br: plain, gzip: plain }
  }
  const web = {
    explorer: file('<p>explorer</p>', 'text/html'),
    playground: file('<p>playground</p>', 'text/html'),
    console: file('<p>console</p>', 'text/html'),
    assets: new Map([['console-1.js', file('1', 'text/javascript')]]),
  }

  it('is at the admin address, without a token and with a strict policy', async () => {
    const world = await openServerWorld({ hasAdmin: true, web })
    const page = await fetch(`${world.adminUrl}/`, { headers: { 'accept-encoding': 'identity' } })
    expect(await page.text()).toBe('<p>console</p>')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'")
    const asset = await fetch(`${world.adminUrl}/-/assets/console-1.js`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(await asset.text()).toBe('1')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect((await fetch(`${world.adminUrl}/-/assets/none.js`)).status).toBe(404)
  })
})
