import { describe, expect, it } from 'vitest'
import type { RemoteText } from '../../remote/jsonAnswers.ts'
import { inProcess } from '../../rpc/envelope/answerContext.ts'
import { Call } from '../../rpc/envelope/call.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import { ethBlockNumber } from '../../rpc/modules/eth/blockNumber.ts'
import { UpstreamCalls, type UpstreamCallsParts } from './upstreamCalls.ts'

/** Calls of an upstream that answers when the test says so. */
function openCalls() {
  const asked: ((answer: RemoteText) => void)[] = []
  const upstream = {
    isAhead: true,
    head: 10,
    shown: 'http://upstream',
    options: { demandsProofs: false },
    ask: () => new Promise<RemoteText>((resolve) => asked.push(resolve)),
  }
  const reader = { read: async () => undefined }
  const calls = new UpstreamCalls(
    Object.assign(Object.create(null), { upstream, reader, node: {} }) as UpstreamCallsParts,
  )
  const called = { id: 1, name: 'eth_blockNumber', params: [] }
  const ask = (name: string) =>
    calls.answer(
      new Call(called, ethBlockNumber, inProcess({ name }), { answerer: (call) => calls.answer(call) }),
    )
  const askOften = (name: string, count: number) => Array.from({ length: count }, () => ask(name))
  return { calls, asked, ask, askOften }
}

const busy = { code: 'busy' }

describe('calls that wait for an upstream', () => {
  it('of one client are bounded, and leave places for other clients', async () => {
    const {
      asked,
      ask,
      askOften,
      calls: { figures },
    } = openCalls()
    const greedy = askOften('greedy', 64)
    await expect(ask('greedy')).rejects.toMatchObject(busy)
    const modest = ask('modest')
    await expect.poll(() => asked.length).toBe(65)
    for (const answer of asked) answer({ text: '"0x7"' })
    expect(await modest).toEqual(new JsonText('"0x7"'))
    expect(await Promise.all(greedy)).toEqual(greedy.map(() => new JsonText('"0x7"')))
    expect(figures.failures.get('busy')).toBe(1)
  })

  it('of four clients that want all places leave some for a newcomer', async () => {
    const {
      asked,
      ask,
      askOften,
      calls: { figures },
    } = openCalls()
    const answers = Promise.allSettled(['a', 'b', 'c', 'd'].flatMap((name) => askOften(name, 64)))
    await expect.poll(() => figures.failures.get('busy')).toBe(80)
    const newcomer = ask('e')
    await expect.poll(() => asked.length).toBe(177)
    for (const answer of asked) answer({ text: '"0x7"' })
    expect(await newcomer).toEqual(new JsonText('"0x7"'))
    expect((await answers).filter(({ status }) => status === 'fulfilled')).toHaveLength(176)
  })

  it('give their places back, even when they fail', async () => {
    const { asked, ask, askOften } = openCalls()
    const first = askOften('greedy', 64)
    await expect.poll(() => asked.length).toBe(64)
    for (const answer of asked.splice(0)) answer({ error: { code: -32000, message: 'no' } })
    expect((await Promise.allSettled(first)).every(({ status }) => status === 'rejected')).toBe(true)
    const second = askOften('greedy', 64)
    await expect.poll(() => asked.length).toBe(64)
    await expect(ask('greedy')).rejects.toMatchObject(busy)
    for (const answer of asked) answer({ text: '"0x8"' })
    expect(await second[63]).toEqual(new JsonText('"0x8"'))
  })
})
