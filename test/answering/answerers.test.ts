import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Pieces } from '../../src/primitives/work/pieces.ts'
import {
  type AnswerLimits,
  defaultAnswerLimits,
  inProcess,
  type MeasuredCall,
} from '../../src/rpc/envelope/answerContext.ts'
import { takenText, textOf } from '../../src/rpc/json/piece.ts'
import { type AnsweringWorld, type Endings, worlds } from './worlds.ts'

/* What holds for a call wherever it is answered: one table of cases over every answerer. */

/** JUMPDEST, PUSH1 0, JUMP: runs until its gas is used. */
const endless = '0x5b600056'
const account = `0x${'00'.repeat(18)}abcd`

class Client {
  readonly measured: MeasuredCall[] = []
  readonly #listeners = new Set<() => void>()
  #isGone = false

  leave(): void {
    this.#isGone = true
    for (const listener of this.#listeners) listener()
  }

  context(limits: Partial<AnswerLimits> = {}) {
    const client = this
    return {
      ...inProcess({ name: 'alice' }, { ...defaultAnswerLimits, ...limits }),
      get isGone() {
        return client.#isGone
      },
      whenGone(callBack: () => void) {
        client.#listeners.add(callBack)
        return () => void client.#listeners.delete(callBack)
      },
      measured: (call: MeasuredCall) => void client.measured.push(call),
    }
  }
}

const request = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })

it('every answerer has its world', () => {
  const folder = new URL('../../src/answering/', import.meta.url)
  const files = readdirSync(folder)
    .filter((name) => /^(here|in|on|with|beside|through)[A-Z]?\w*\.ts$/.test(name))
    .map((name) => name.replace('.ts', ''))
  // What a reading process cannot offer is no answerer.
  expect(files.filter((name) => name !== 'withoutWriter').sort()).toEqual(Object.keys(worlds).sort())
})

describe.each(Object.entries(worlds))('a call that is answered by %s', (_name, open) => {
  const endings: Endings = []
  let world: AnsweringWorld
  beforeAll(async () => {
    world = await open(endings)
  })
  afterAll(async () => {
    for (const end of endings.reverse()) await end()
  })

  const answer = async (body: unknown, client: Client, limits: Partial<AnswerLimits> = {}) => {
    const context = client.context(limits)
    return world.envelope.answer(world.envelope.read(body, context.limits), context)
  }
  const text = async (body: unknown, client = new Client(), limits: Partial<AnswerLimits> = {}) => {
    const answered = await answer(body, client, limits)
    if (typeof answered === 'string' || answered instanceof Uint8Array) return textOf(answered)
    const texts: string[] = []
    for await (const piece of answered) texts.push(takenText(piece))
    return texts.join('')
  }
  const burning = (gas: number) =>
    request('eth_call', { data: endless, gas: `0x${gas.toString(16)}` }, world.block)
  const trace = (gas: number) =>
    request('debug_traceCall', { to: account, gas: `0x${gas.toString(16)}` }, world.block, {
      tracer: 'structLogger',
      stateOverrides: { [account]: { code: endless } },
    })

  it('is charged for the gas that it executed, even when it fails', async () => {
    const client = new Client()
    const { id, error } = JSON.parse(await text(burning(500_000), client))
    expect([id, error.code]).toEqual([1, expect.any(Number)])
    expect(client.measured).toHaveLength(1)
    const [call] = client.measured
    expect(call).toMatchObject({ method: 'eth_call', floor: 10, errorCode: error.code })
    expect(call!.work.gas).toBeGreaterThanOrEqual(500_000)
    expect(call!.work.units).toBeGreaterThanOrEqual(95)
  })

  it('is answered with the error of its method', async () => {
    const unknown = JSON.parse(await text(request('eth_getBalance', 'no address', world.block)))
    expect(unknown).toMatchObject({ id: 1, error: { code: -32602 } })
  })

  it('has a long answer in pieces, whose work is charged at their end', async () => {
    const client = new Client()
    const answered = await answer(trace(100_000), client, { keptBackBytes: 1 })
    if (!(answered instanceof Pieces)) throw new Error('one piece')
    expect(client.measured).toEqual([])
    const texts: string[] = []
    for await (const piece of answered) texts.push(takenText(piece))
    expect(texts.length).toBeGreaterThan(3)
    const whole = texts.join('')
    expect(JSON.parse(whole)).toMatchObject({ id: 1, result: { failed: true } })
    expect(client.measured).toMatchObject([{ method: 'debug_traceCall', work: { bytes: whole.length } }])
    expect(client.measured[0]!.work.gas).toBeGreaterThanOrEqual(79_000)
  })

  it('ends when its client leaves', async () => {
    const client = new Client()
    const answered = await answer(trace(600_000), client, { keptBackBytes: 1 })
    if (!(answered instanceof Pieces)) throw new Error('one piece')
    await answered.next()
    client.leave()
    await expect.poll(() => client.measured.length).toBe(1)
    for await (const piece of answered) takenText(piece)
    expect(JSON.parse(await text(request('eth_chainId')))).toMatchObject({ result: '0x21' })
  })

  it('ends with an error when its time is over, unless the main thread has answered it by then', async () => {
    const client = new Client()
    const limits = { answerTimeoutMs: 1, longAnswerTimeoutMs: 1, keptBackBytes: Number.MAX_SAFE_INTEGER }
    const answered = JSON.parse(await text(trace(600_000), client, limits))
    expect(answered).toMatchObject(world.moves ? { id: 1, error: { code: -32011 } } : { id: 1, result: {} })
    await expect.poll(() => client.measured).toMatchObject([{ errorCode: world.moves ? -32011 : undefined }])
  })

  it('of a notification has no answer; a question in one does no work', async () => {
    const client = new Client()
    const { id: _, ...notification } = burning(500_000)
    expect(await text(notification, client)).toBe('')
    expect(client.measured).toMatchObject([{ work: { gas: 0 } }])
  })

  it('of a batch has its place in the answer, and is charged by itself', async () => {
    const client = new Client()
    const batch = [
      { ...request('eth_chainId'), id: 'a' },
      { ...burning(300_000), id: 'b' },
      { ...request('eth_nothing'), id: 'c' },
      { ...request('eth_getBalance', account, world.block), id: 'd' },
    ]
    const answers: { readonly id: string }[] = JSON.parse(await text(batch, client))
    expect(answers.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(answers).toMatchObject([{ result: '0x21' }, { error: {} }, { error: {} }, { result: '0x0' }])
    expect(client.measured.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_call',
      'unknown',
      'eth_getBalance',
    ])
    expect(client.measured[1]!.work.gas).toBeGreaterThanOrEqual(300_000)
  })

  it('of a batch of reads is charged by itself, too', async () => {
    const client = new Client()
    const answers = JSON.parse(await text([burning(300_000), request('eth_chainId')], client))
    expect(answers).toMatchObject([{ error: {} }, { result: '0x21' }])
    expect(client.measured.map(({ method }) => method)).toEqual(['eth_call', 'eth_chainId'])
    expect(client.measured[0]!.work.gas).toBeGreaterThanOrEqual(300_000)
    expect(client.measured[1]!.work.gas).toBe(0)
  })
})
