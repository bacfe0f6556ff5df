import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openService, type ServiceWorld } from './serviceWorld.ts'

/* The parts of the specification about the service, transport, authentication, errors, limits and versioning. */

let world: ServiceWorld
beforeAll(async () => {
  world = await openService({ networks: ['regtest', 'mainnet', 'testnet'] })
})
afterAll(() => world.close())

describe('the networks', () => {
  it.each([
    ['mainnet', '0x1e', '30'],
    ['testnet', '0x1f', '31'],
    ['regtest', '0x21', '33'],
  ])('%s has its own base URL, the chain id %s and the network id %s', async (name, chainId, version) => {
    expect(await world.result('eth_chainId', [], `/${name}`)).toBe(chainId)
    expect(await world.result('net_version', [], `/${name}`)).toBe(version)
    expect(await world.result('eth_chainId', [], `/${name}/any-key`)).toBe(chainId)
  })

  it.each(['mainnet', 'testnet'])('without a wallet have no accounts: %s', async (name) => {
    expect(await world.result('eth_accounts', [], `/${name}`)).toEqual([])
    expect(await world.error('personal_listAccounts', [], `/${name}`)).toMatchObject({ code: -32604 })
  })
})

describe('a call', () => {
  const request = '{"jsonrpc":"2.0","method":"eth_chainId","params":[],"id":7}'

  it('is one POST to one address, answered with version, id and result', async () => {
    const { status, headers, text } = await world.post(request)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 7, result: '0x21' })
  })

  it.each(['GET', 'PUT', 'DELETE'])('is not a %s', async (method) => {
    const response = await fetch(world.url, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
  })

  it('that fails has an error with code and message instead of a result', async () => {
    const { status, text } = await world.post(
      '{"jsonrpc":"2.0","method":"eth_getBalance","params":["0x1"],"id":7}',
    )
    expect(status).toBe(200)
    const answer = JSON.parse(text)
    expect(answer).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: { code: expect.any(Number), message: expect.any(String) },
    })
  })

  it.each(['"seven"', '0', '-1', '1.5', 'null', '12345678901234567890'])(
    'has its id %s echoed',
    async (id) => {
      const { text } = await world.post(request.replace('7', id))
      expect(text).toContain(`"id":${id},"result":"0x21"`)
    },
  )

  it('names the version 2.0 of the protocol', async () => {
    const { text } = await world.post(request.replace('2.0', '1.0'))
    expect(JSON.parse(text)).toMatchObject({ id: 7, error: { code: -32600 } })
  })

  it('may omit its parameters when the method has none', async () => {
    const { text } = await world.post('{"jsonrpc":"2.0","method":"eth_chainId","id":7}')
    expect(JSON.parse(text)).toMatchObject({ result: '0x21' })
  })

  it('without an id is not answered', async () => {
    const { status, text } = await world.post('{"jsonrpc":"2.0","method":"eth_chainId","params":[]}')
    expect([status, text]).toEqual([200, ''])
  })
})

describe('a batch', () => {
  const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })

  it('is answered in its order, each request separately', async () => {
    const { text } = await world.post(
      JSON.stringify([call(1, 'eth_chainId'), call(2, 'eth_nothing'), 3, call(4, 'net_version')]),
    )
    expect(JSON.parse(text)).toMatchObject([
      { id: 1, result: '0x21' },
      { id: 2, error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: 4, result: '33' },
    ])
  })

  it('has at least one and, by default, at most 100 items (limits.batch-items)', async () => {
    const full = await world.post(JSON.stringify(new Array(100).fill(call(1, 'eth_chainId'))))
    expect(JSON.parse(full.text)).toHaveLength(100)
    const tooLong = await world.post(JSON.stringify(new Array(101).fill(call(1, 'eth_chainId'))))
    expect(JSON.parse(tooLong.text)).toMatchObject({ id: null, error: { code: -32600 } })
    const empty = await world.post('[]')
    expect(JSON.parse(empty.text)).toMatchObject({ id: null, error: { code: -32600 } })
  })
})

describe('a key', () => {
  const chainId = '{"jsonrpc":"2.0","method":"eth_chainId","params":[],"id":7}'
  let guarded: ServiceWorld
  beforeAll(async () => {
    guarded = await openService({ networks: ['regtest', 'mainnet'], needsKeys: true })
  })
  afterAll(() => guarded.close())

  it('is the last segment of the path, and no other credential is needed', async () => {
    const { text: key } = guarded.keyring.create({ label: 'test' })
    const { status, text } = await guarded.post(chainId, `/${key}`)
    expect([status, JSON.parse(text)]).toEqual([200, { jsonrpc: '2.0', id: 7, result: '0x21' }])
  })

  it.each(['/', '/not-a-key', '/mainnet', '/mainnet/not-a-key'])('is required at %s', async (path) => {
    const { status, text } = await guarded.post(chainId, path)
    expect([status, JSON.parse(text)]).toEqual([
      401,
      { jsonrpc: '2.0', id: 7, error: { code: -32020, message: 'missing or invalid API key' } },
    ])
  })

  it('gives access to all methods by default', async () => {
    const { text: key } = guarded.keyring.create({ label: 'test' })
    for (const method of ['eth_blockNumber', 'txpool_status', 'evm_snapshot']) {
      expect(await guarded.result(method, [], `/${key}`)).not.toBeNull()
    }
  })
})

describe('versions', () => {
  it('of the peer protocol are the same in all methods', async () => {
    expect(await world.result('eth_protocolVersion')).toBe('0x3e')
    expect(await world.result('vendor_protocolVersion')).toBe('0x3e')
    expect(await world.result('rsk_protocolVersion')).toBe('0x3e')
  })

  it('of the client are a string', async () => {
    expect(await world.result('web3_clientVersion')).toMatch(/^Cambium/)
  })
})
