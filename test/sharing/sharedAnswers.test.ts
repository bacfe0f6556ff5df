import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { SharedAnswers, type SharedAnswersParts } from '../../src/gateway/forwarding/sharedAnswers.ts'
import {
  type GatewayWorld,
  openGateway,
  openScriptedNodes,
  type ScriptedNode,
} from '../../src/gateway/gatewayWorld.cases.ts'
import { reasonOf } from '../../src/primitives/errors.ts'
import type { ScriptedMethod } from '../../src/rpc/envelope/scriptedEnvelope.cases.ts'
import { script } from '../../src/sharing/sharedScript.ts'
import { hasRedis, RedisServer } from '../fleet/redisServer.ts'
import { newPrefix, shareIn } from './sharingWorld.ts'

const patience = 30_000
const elapsedMs = () => performance.now()

let redis: RedisServer
beforeAll(async () => {
  if (hasRedis) redis = await RedisServer.start()
})
afterAll(() => redis?.close())

const openAnswers = async (prefix: string, parts: Partial<SharedAnswersParts> = {}) => {
  const sharing = parts.sharing ?? (await shareIn(redis, { prefix }))
  const problems: string[] = []
  const answers = new SharedAnswers({
    sharing,
    chain: '30 genesis',
    secret: 'the-secret-of-the-fleet-in-the-tests',
    maximumBytes: 64 << 20,
    report: (error) => problems.push(reasonOf(error)),
    elapsedMs,
    // A loaded machine may be slow; the test of slowness has its own.
    patienceMs: patience,
    ...parts,
  })
  return { answers, problems, sharing }
}

const nothing = script('return 0')
const dear = { text: '{"dear":true}', work: [{ units: 64.5, gas: 1, logs: 2, errorCode: undefined }] }
const cheap = { text: '"0x1"', work: [{ units: 2, gas: 0, logs: 0, errorCode: undefined }] }

/** The names of the keys below a prefix. */
async function keysWith(prefix: string, part: string): Promise<string[]> {
  const answer = await redis.ask('KEYS', `${prefix}:*${part}*`)
  return answer.split('\r\n').filter((line) => line.startsWith(prefix))
}
const kept = async (prefix: string, count = 1): Promise<readonly string[]> => {
  await vi.waitFor(async () => expect(await keysWith(prefix, ':answer:')).toHaveLength(count), patience)
  return keysWith(prefix, ':answer:')
}

describe.skipIf(!hasRedis)('final answers in shared state', () => {
  it('are found by other gateways of the same chain with the same secret', async () => {
    const prefix = newPrefix()
    const [one, two] = [await openAnswers(prefix), await openAnswers(prefix)]
    one.answers.keep('trace', 'question', dear)
    await kept(prefix)
    expect(await two.answers.find('trace', 'question', false)).toEqual(dear)
    expect(await two.answers.find('trace', 'other question', false)).toBeUndefined()
    expect(two.answers.figures).toEqual({ sharedHits: 1, sharedMisses: 1 })
    const { answers: ofTestnet } = await openAnswers(prefix, { chain: '31 genesis' })
    expect(await ofTestnet.find('trace', 'question', false)).toBeUndefined()
    const stranger = await openAnswers(prefix, { secret: 'another-secret' })
    expect(await stranger.answers.find('trace', 'question', false)).toBeUndefined()
    expect(stranger.problems).toEqual([expect.stringContaining('wrong final answer')])
  })

  it('are kept if they cost a node more than the round trip, and are not looked up for methods with cheap answers', async () => {
    const prefix = newPrefix()
    const { answers, sharing } = await openAnswers(prefix)
    for (let count = 0; count < 20; count++) answers.keep('balance', `question ${count}`, cheap)
    answers.keep('balance', 'a dear one', dear)
    await kept(prefix)
    const before = sharing.health().roundTrips
    expect(await answers.find('balance', 'a dear one', false)).toBeUndefined()
    expect(sharing.health().roundTrips).toBe(before)
    // It is looked up when no node can be asked.
    expect(await answers.find('balance', 'a dear one', true)).toEqual(dear)
    answers.keep('long', 'long question', { ...dear, text: 'x'.repeat(300_000) })
    await kept(prefix)
  })

  it.each([
    ['another text', ['SET', 'KEY', 'garbage']],
    ['an answer of another question', ['COPY', 'OTHER', 'KEY', 'REPLACE']],
    ['one more byte', ['APPEND', 'KEY', ' ']],
    ['one byte less', ['SETRANGE', 'KEY', '60', 'X']],
    ['a list', ['RPUSH', 'KEY', 'item']],
    ['a hash', ['HSET', 'KEY', 'field', 'value']],
  ])('are ignored when they are %s', async (_, command) => {
    const prefix = newPrefix()
    const { answers, problems } = await openAnswers(prefix)
    answers.keep('trace', 'other', { ...dear, text: '"other"' })
    const [other = ''] = await kept(prefix)
    answers.keep('trace', 'question', dear)
    const key = (await kept(prefix, 2)).find((name) => name !== other) ?? ''
    const words = command.map((word) => (word === 'KEY' ? key : word === 'OTHER' ? other : word))
    if (['RPUSH', 'HSET'].includes(words[0]!)) await redis.ask('DEL', key)
    await redis.ask(...words)
    expect(await answers.find('trace', 'question', false)).toBeUndefined()
    expect(problems).toEqual([expect.stringMatching(/wrong final answer|WRONGTYPE/)])
    expect(await answers.find('trace', 'other', false)).toMatchObject({ text: '"other"' })
  })

  it('stay within their bound, expire, and survive damaged sums', async () => {
    const prefix = newPrefix()
    // Two records of this length fit into a bucket.
    const text = `"${'x'.repeat(1_000)}"`
    const { answers, sharing } = await openAnswers(prefix, { maximumBytes: 64 * 2_400 })
    for (let count = 0; count < 300; count++) {
      answers.keep('trace', `question ${count}`, { ...dear, text })
      // More than 64 at once are left out.
      if (count % 50 === 49) await sharing.run(nothing, [])
    }
    const keys = await keysWith(prefix, ':answer:')
    expect(keys.length).toBeGreaterThan(64)
    expect(keys.length).toBeLessThanOrEqual(128)
    for (const key of [
      keys[0]!,
      ...(await keysWith(prefix, ':kept')),
      ...(await keysWith(prefix, ':bytes')),
    ]) {
      const ttl = Number((await redis.ask('PTTL', key)).slice(1))
      expect(ttl).toBeGreaterThan(0)
      expect(ttl).toBeLessThanOrEqual(24 * 3_600_000)
    }
    for (const key of await keysWith(prefix, ':bytes')) await redis.ask('SET', key, 'garbage')
    answers.keep('trace', 'after', { ...dear, text })
    await vi.waitFor(
      async () => expect(await answers.find('trace', 'after', true)).toMatchObject({ text }),
      patience,
    )
  })

  it('do not delay answers when the shared state is slow or away', async () => {
    const server = await RedisServer.start()
    onTestFinished(() => server.close())
    const sharing = await shareIn(server)
    const { answers } = await openAnswers(newPrefix(), { sharing, patienceMs: 20 })
    server.pause()
    expect(await answers.find('trace', 'question', false)).toBeUndefined()
    // The gateway does not ask for the next answers.
    const before = sharing.health().roundTrips
    expect(await answers.find('trace', 'question', false)).toBeUndefined()
    expect(sharing.health().roundTrips).toBe(before)
    server.resume()
    await server.kill()
    await vi.waitFor(() => expect(sharing.isAway).toBe(true), patience)
    expect(await answers.find('trace', 'question', true)).toBeUndefined()
    answers.keep('trace', 'question', dear)
  })
})

describe.skipIf(!hasRedis)('gateways with shared answers', () => {
  const block = '0x10'
  const trace: ScriptedMethod = (_params, _client, meter) => {
    meter.add(100)
    return { traced: true }
  }
  const openBeside = async (prefix: string, nodes: readonly ScriptedNode[]): Promise<GatewayWorld> => {
    const { answers } = await openAnswers(prefix)
    const urls = nodes.map(({ url }) => url)
    return openGateway(urls, urls.length, { sharedAnswers: answers })
  }

  it('are answered by another gateway, even when its nodes are dead', async () => {
    const prefix = newPrefix()
    const methods = { debug_traceBlockByNumber: trace, eth_getBalance: () => '0x1' }
    const nodes = await openScriptedNodes(methods, methods)
    for (const node of nodes) node.moveTo(1_000)
    const [first, second] = nodes as [ScriptedNode, ScriptedNode]
    const one = await openBeside(prefix, [first])
    await vi.waitFor(() => expect(one.endpoint.head().number).toBe(1_000), patience)
    expect(await one.call('debug_traceBlockByNumber', block)).toEqual({ traced: true })
    expect(await one.call('debug_traceBlockByNumber', '0x3e8')).toEqual({ traced: true })
    await kept(prefix)
    const two = await openBeside(prefix, [second])
    second.kill()
    await vi.waitFor(() => expect(two.endpoint.nodes.useful).toHaveLength(0), patience)
    expect(await two.call('debug_traceBlockByNumber', block)).toEqual({ traced: true })
    // Again, from its own memory.
    expect(await two.call('debug_traceBlockByNumber', block)).toEqual({ traced: true })
    expect(two.endpoint.gateway().finalAnswers).toMatchObject({ hits: 1, sharedHits: 1 })
    expect(second.called).toEqual([])
    // Answers that are not final are not kept.
    await expect(two.call('debug_traceBlockByNumber', '0x3e8')).rejects.toThrow()
  })
})
