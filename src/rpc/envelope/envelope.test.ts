import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openWorld } from '../../answering/rpcWorld.cases.ts'

const request = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
const answer = { jsonrpc: '2.0', id: 1, result: '0x21' }

const failure = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const invalid = failure(null, -32600, 'invalid request')

describe('a request', () => {
  it.each([{ params: [] }, { params: {} }, { params: null }, {}])(
    'may have no parameters as %j',
    async (params) => {
      const { params: _, ...bare } = request
      const world = await openWorld()
      expect(await world.answer({ ...bare, ...params })).toEqual(answer)
    },
  )

  it.each(['abc', '', 0, -1, 1.5, null])('gets its id %j back', async (id) => {
    const world = await openWorld()
    expect(await world.answer({ ...request, id })).toEqual({ ...answer, id })
  })

  it.each([true, {}, [1], Number.POSITIVE_INFINITY])('cannot have the id %j', async (id) => {
    const world = await openWorld()
    expect(await world.answer({ ...request, id })).toEqual(
      failure(null, -32600, 'invalid request: the id must be a string, a number or null'),
    )
  })

  it('is of version 2.0, which may be left out', async () => {
    const world = await openWorld()
    expect(await world.answer({ ...request, jsonrpc: undefined })).toEqual(answer)
    expect(await world.answer({ ...request, jsonrpc: '1.0' })).toEqual(
      failure(1, -32600, 'invalid request: jsonrpc must be "2.0"'),
    )
  })

  it.each([5, 'x', null, true])('is not %j', async (body) => {
    const world = await openWorld()
    expect(await world.answer(body)).toEqual(invalid)
  })

  it('for an unknown or missing method is answered with method not found', async () => {
    const world = await openWorld()
    expect(await world.answer({ ...request, method: 'eth_foo' })).toEqual(
      failure(1, -32601, 'method not found'),
    )
    expect(await world.answer({ ...request, method: 5 })).toEqual(failure(1, -32601, 'method not found'))
    expect(await world.answer({})).toEqual(failure(null, -32601, 'method not found'))
    expect(await world.answer({ ...request, method: '__proto__' })).toEqual(
      failure(1, -32601, 'method not found'),
    )
  })

  it('for an unsupported method is answered by name', async () => {
    const world = await openWorld()
    for (const method of ['eth_compileSolidity', 'db_putHex', 'shh_post']) {
      const message = `the method ${method} does not exist/is not available`
      expect(await world.answer({ ...request, method })).toEqual(failure(1, -32601, message))
    }
  })

  it('has parameters by position, and a bounded number of them', async () => {
    const world = await openWorld()
    expect(await world.error('eth_chainId', 1)).toEqual({
      code: -32602,
      message: 'method parameters invalid: 1 arguments given, want at most 0',
    })
    expect(await world.error('eth_getBalance')).toEqual({
      code: -32602,
      message: 'method parameters invalid: missing value for required argument 0 (address)',
    })
    expect(await world.answer({ ...request, params: { a: 1 } })).toMatchObject({ error: { code: -32602 } })
    for (const params of ['x', 5, true]) {
      expect(await world.answer({ ...request, params })).toMatchObject({ error: { code: -32099 } })
    }
  })

  it('without an id is not answered, even when it fails', async () => {
    const world = await openWorld()
    const { id: _, ...notification } = request
    expect(await world.answer(notification)).toBeUndefined()
    expect(await world.answer({ ...notification, method: 'eth_foo' })).toBeUndefined()
    const slow = { ...notification, method: 'personal_newAccount', params: ['passphrase'] }
    expect(await world.answer(slow)).toBeUndefined()
    expect(world.node.wallet?.accounts).toHaveLength(11)
  })

  it('that fails unforeseen is answered without details', async () => {
    const world = await openWorld()
    const broken = new Error('a secret of the house')
    Object.defineProperty(world.node.pool, 'gasPrices', {
      get() {
        throw broken
      },
    })
    expect(await world.error('eth_gasPrice')).toEqual({ code: -32603, message: 'Internal server error' })
    expect(world.reported).toEqual([broken])
  })
})

describe('a batch', () => {
  it('is answered in its order, with errors in their places and without notifications', async () => {
    const world = await openWorld()
    const { id: _, ...notification } = request
    const slow = { ...request, id: 2, method: 'personal_newAccount', params: ['passphrase'] }
    const responses = await world.answer([request, notification, slow, 7, { ...request, id: 3 }])
    expect(responses).toMatchObject([answer, { id: 2 }, invalid, { id: 3, result: '0x21' }])
  })

  it('that is empty is invalid, and one of notifications has no answer', async () => {
    const world = await openWorld()
    const { id: _, ...notification } = request
    expect(await world.answer([])).toEqual(
      failure(null, -32600, 'invalid request: the batch is empty; send at least one request'),
    )
    expect(await world.answer([notification, notification])).toBeUndefined()
  })

  it('cannot contain batches', async () => {
    const world = await openWorld()
    expect(await world.answer([[request]])).toEqual([invalid])
  })

  it('is bounded', async () => {
    const world = await openWorld()
    expect(await world.answer([request, request], { batchItems: 2 })).toHaveLength(2)
    expect(await world.answer([request, request, request], { batchItems: 2 })).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('2 is the max number') },
    })
  })
})

/** Returns a function that answers the text of a body. */
async function openTexts() {
  const { service } = await openWorld()
  return async (text: string): Promise<unknown> => JSON.parse(await service.handleText(text, { name: '' }))
}

describe('the text of a request', () => {
  it('is JSON, with or without a byte order mark', async () => {
    const answerTo = await openTexts()
    expect(await answerTo(`\ufeff${JSON.stringify(request)}`)).toEqual(answer)
    for (const text of ['', ' ', '{', `${JSON.stringify(request)} x`]) {
      expect(await answerTo(text)).toEqual(failure(null, -32700, 'JSON parse error'))
    }
  })

  it('has bounded nesting, in which brackets inside strings do not count', async () => {
    const answerTo = await openTexts()
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(await answerTo(deep)).toMatchObject({ id: null, error: { code: -32600 } })
    const quoted = JSON.stringify({ ...request, id: `${'['.repeat(200)}"\\` })
    expect(await answerTo(quoted)).toMatchObject({ result: '0x21' })
  })
})

it('any parameters of any method get a well-formed answer without an unforeseen error', async () => {
  const world = await openWorld()
  const names = world.service.registry.methods
    .map(({ name }) => name)
    .filter((name) => !/^(personal|evm|eth_send)/.test(name))
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('latest', 'pending', '0x0', '0x1', `0x${'0'.repeat(40)}`, `0x${'0'.repeat(64)}`),
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(value, { maxLength: 4 }), async (method, params) => {
      const response = await world.answer({ jsonrpc: '2.0', id: 1, method, params })
      expect(response).toMatchObject({ jsonrpc: '2.0', id: 1 })
      expect(() => JSON.stringify(response)).not.toThrow()
    }),
    { numRuns: 2000 },
  )
  expect(world.reported).toEqual([])
})
