import { describe, expect, it } from 'vitest'
import type { Json } from '../rpc/json/json.ts'
import { openServerWorld, TestNetwork } from './serverWorld.cases.ts'
import { defaultLimits } from './settings/serverLimits.ts'

const nameOfNetwork = { jsonrpc: '2.0', id: 1, method: 'test_name', params: [] }

describe('batches', () => {
  const batch = async (body: Json, limits = {}) => (await openServerWorld({ limits })).post(body)

  it('are answered in order, with an error per request and without notifications', async () => {
    const { text } = await batch([
      { id: 2, method: 'test_name' },
      { method: 'test_name' },
      { id: 1, method: 'nonsense' },
    ])
    expect(JSON.parse(text)).toMatchObject([
      { id: 2, result: 'regtest' },
      { id: 1, error: { code: -32601 } },
    ])
  })

  it('of notifications only have an empty answer', async () => {
    const { status, text } = await batch([{ method: 'test_name' }])
    expect([status, text]).toEqual([200, ''])
  })

  it('have at least one item, and at most those of the setting', async () => {
    const { batchItems } = defaultLimits
    const items = (length: number) => Array.from({ length }, (_, id) => ({ id, method: 'test_name' }))
    expect((await batch([])).body?.error?.code).toBe(-32600)
    expect(JSON.parse((await batch(items(batchItems))).text)).toHaveLength(batchItems)
    expect((await batch(items(batchItems + 1))).body?.error).toMatchObject({
      code: -32600,
      message: `Cannot dispatch batch requests. ${batchItems} is the max number of supported batch requests`,
    })
  })

  it('are bounded in time and length as a whole', async () => {
    let calls = 0
    const methods = {
      test_long: () => 'x'.repeat(600),
      test_thirdNeverEnds: () => (++calls < 3 ? true : new Promise<Json>(() => {})),
    }
    const world = await openServerWorld({
      networks: [new TestNetwork('regtest', methods)],
      limits: { answerBytes: 1_000, answerTimeoutMs: 600, longAnswerTimeoutMs: 500 },
    })
    const codes = async (method: string) => {
      const { text } = await world.post([1, 2, 3, 4].map((id) => ({ id, method })))
      const answers: { error?: { code: number } }[] = JSON.parse(text)
      return answers.map(({ error }) => error?.code)
    }
    expect(await codes('test_long')).toEqual([undefined, -32011, -32011, -32011])
    expect(await codes('test_thirdNeverEnds')).toEqual([undefined, undefined, -32011, -32011])
  })
})

describe('answers', () => {
  it('to notifications are empty', async () => {
    const world = await openServerWorld()
    const { status, text } = await world.post({ method: 'test_name' })
    expect([status, text]).toEqual([200, ''])
  })

  it('that take too long or become too long are errors', async () => {
    const methods = {
      test_never: () => new Promise<Json>(() => {}),
      test_long: () => 'x'.repeat(10_000),
    }
    const world = await openServerWorld({
      networks: [new TestNetwork('regtest', methods)],
      limits: { answerBytes: 5_000, answerTimeoutMs: 20 },
    })
    expect((await world.call('test_never')).body).toMatchObject({ id: 1, error: { code: -32011 } })
    expect((await world.call('test_long')).body).toMatchObject({
      id: 1,
      error: { code: -32011, message: 'Response size limit of 5000 bytes exceeded' },
    })
  })

  it('to methods that fail unforeseen have no details', async () => {
    const secret = 'password in a stack trace'
    const methods = {
      test_throw: () => {
        throw new Error(secret)
      },
      test_reject: () => Promise.reject(new Error(secret)),
    }
    const network = new TestNetwork('regtest', methods)
    const world = await openServerWorld({ networks: [network] })
    for (const method of Object.keys(methods)) {
      const { headers, text } = await world.post({ id: 1, method })
      const body: unknown = JSON.parse(text)
      expect(network.reportedFacts.at(-1)).toEqual({ requestId: headers.get('x-request-id'), method })
      expect(body).toMatchObject({ id: 1, error: { code: -32603, message: 'Internal server error' } })
      expect(text).not.toContain(secret)
    }
    expect(network.reported).toHaveLength(2)
  })

  it('have the id of the request, given or new', async () => {
    const world = await openServerWorld()
    const idOf = async (headers: Record<string, string>) =>
      (await world.post(nameOfNetwork, '/', headers)).headers.get('x-request-id')
    expect(await idOf({ 'x-request-id': 'from-proxy.1' })).toBe('from-proxy.1')
    const [first, second] = [await idOf({ 'x-request-id': 'not acceptable' }), await idOf({})]
    expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-z]+$/)
    expect(second).not.toBe(first)
    expect(JSON.stringify(world.logged)).toContain(`"requestId":"${first}"`)
  })
})
