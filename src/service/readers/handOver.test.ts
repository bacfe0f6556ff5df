import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import type { LightTry } from '../../rpc/budget/lightTry.ts'
import { CallControl } from '../../rpc/envelope/callControl.ts'
import { executionTimeout, limitExceeded } from '../../rpc/errors/errors.ts'
import { JsonText } from '../../rpc/json/jsonText.ts'
import type { Callable } from '../../rpc/method/callable.ts'
import { HandOver } from './handOver.ts'
import { type ReadCall, ReaderBehind, ReadRequest } from './readRequest.ts'

interface Context {
  readonly light: LightTry | undefined
}

/** Answers 'here' in this thread if its work fits in the first try; counts its runs. */
class Method implements Callable<Context> {
  readonly cost = 1
  readonly access = 'everyone'
  readonly placement = 'reader'
  readonly isLong: boolean
  runs = 0
  workMs: number

  constructor(workMs: number, isLong = false) {
    this.workMs = workMs
    this.isLong = isLong
  }

  call(_: unknown, { light }: Context): string {
    this.runs++
    light?.expect(this.workMs)
    return 'here'
  }
}

const request = { id: 1, method: 'eth_call', params: [], problem: undefined }
const client = { name: 'alice' }

/** A hand-over to readers that answer 'there', after as much work as `workedMs` says, or fail. */
function open({ budgetMs = 1_000, workedMs = 5_000, failure = undefined as Error | undefined } = {}) {
  const calls: ReadCall[] = []
  const options = { workedMs, failure, nowMs: 0 }
  const handOver = new HandOver<Context>({
    readers: {
      read(call) {
        calls.push(call)
        const read = new ReadRequest({ call, network: 1, onStop: () => {} })
        read.worked({ gas: 0, logs: 0, threadMs: options.workedMs })
        if (options.failure === undefined) read.complete('"there"')
        else read.fail(options.failure)
        return read
      },
    },
    head: () => asHash(new Uint8Array(32)),
    budgetMs,
    contextOf: (_client, _work, light) => ({ light }),
    errors: 'rootstock',
    now: () => options.nowMs,
  })
  const answer = async (method: Method, name = client.name) =>
    handOver.answer(method, request, { name }, new CallControl())
  return { answer, calls, options }
}

const there = new JsonText('"there"')

describe('a read', () => {
  it('is answered in this thread while it is light', async () => {
    const { answer, calls } = open()
    expect(await answer(new Method(0))).toBe('here')
    expect(calls).toEqual([])
  })

  it('is handed over when its work is more than the first try may do', async () => {
    const { answer, calls } = open()
    expect(await answer(new Method(60_000))).toEqual(there)
    expect(calls).toMatchObject([{ method: 'eth_call', owner: 'alice' }])
  })

  it('leaves the text of the reader to the thread of the sockets', async () => {
    const kept: JsonText[] = []
    const keeping = new Method(60_000)
    keeping.call = (_, { light }) => {
      light!.keep = (text) => void kept.push(text)
      light?.expect(keeping.workMs)
      return 'here'
    }
    await open().answer(keeping)
    expect(kept).toEqual([there])
  })

  it('is handed over at once after a heavy one, until one was light there', async () => {
    const { answer, options } = open()
    const method = new Method(60_000)
    await answer(method)
    method.workMs = 0
    expect([await answer(method), method.runs]).toEqual([there, 1])
    options.workedMs = 1
    expect(await answer(method)).toEqual(there)
    options.nowMs = 60_000
    expect(await answer(method)).toBe('here')
  })

  it('is not tried again at once after a try of its client that failed, whatever was light there', async () => {
    const { answer, options } = open({ budgetMs: 100, workedMs: 1 })
    const method = new Method(60_000)
    expect([await answer(method), method.runs]).toEqual([there, 1])
    method.workMs = 0
    options.nowMs = 1_999
    expect([await answer(method), method.runs]).toEqual([there, 1])
    expect(await answer(method, 'bob')).toBe('here')
    options.nowMs = 2_000
    expect(await answer(method)).toBe('here')
  })

  it('is handed over without a try when there is no budget, or when it is long', async () => {
    for (const [options, method] of [
      [{ budgetMs: 0 }, new Method(0)],
      [{}, new Method(0, true)],
    ] as const) {
      const { answer } = open(options)
      expect([await answer(method), method.runs]).toEqual([there, 0])
    }
  })

  it('fails with the error of its first try, or of the reader', async () => {
    const failing = new Method(0)
    failing.call = () => {
      throw executionTimeout()
    }
    await expect(open().answer(failing)).rejects.toMatchObject({ code: -32011 })
    const full = open({ budgetMs: 0, failure: limitExceeded('waiting calls') })
    await expect(full.answer(new Method(0))).rejects.toMatchObject({ data: 'waiting calls' })
  })

  it('is answered here when the reader does not see the best block', async () => {
    const { answer } = open({ budgetMs: 0, failure: new ReaderBehind() })
    expect(await answer(new Method(60_000))).toBe('here')
  })
})
