import { describe, expect, it } from 'vitest'
import { asHash } from '../primitives/bytes.ts'
import type { WorkMeter } from '../rpc/budget/workMeter.ts'
import { inProcess } from '../rpc/envelope/answerContext.ts'
import { type Answerer, Call } from '../rpc/envelope/call.ts'
import { executionTimeout, limitExceeded } from '../rpc/errors/errors.ts'
import { JsonText } from '../rpc/json/jsonText.ts'
import { ethCall } from '../rpc/modules/eth/call.ts'
import { type ReadCall, ReaderBehind, ReadRequest } from '../service/readers/readRequest.ts'
import { inThreads } from './inThreads.ts'

/** Answers 'here' in the main thread if its work fits into the first try; counts its runs. */
class Method {
  readonly isLong: boolean
  runs = 0
  units: number

  constructor(units: number, isLong = false) {
    this.units = units
    this.isLong = isLong
  }

  run(work: WorkMeter): string {
    this.runs++
    for (let unit = 0; unit < this.units; unit++) work.add(1)
    return 'here'
  }
}

const neverCalled: Answerer = () => {
  throw new Error('the test calls the answerer itself')
}

const callOf = (name: string, isLong = false): Call => {
  const called = { id: 1, name: 'eth_call', params: [] }
  return new Call(called, { ...ethCall, isLong }, inProcess({ name }), { answerer: neverCalled })
}

/** Readers that answer 'there', after the given units of work, or fail. */
function open({
  tryUnits = 40,
  readUnits = 50,
  isBusy = false,
  failure = undefined as Error | undefined,
} = {}) {
  const calls: ReadCall[] = []
  const options = { readUnits }
  let running: Method | undefined
  const answerer = inThreads((call) => running!.run(call.meter), {
    readers: {
      read(call) {
        calls.push(call)
        const read = new ReadRequest({ call, network: 1, onStop: () => {} })
        read.worked({ units: options.readUnits, gas: 0, logs: 0 })
        if (failure === undefined) read.complete('"there"')
        else read.fail(failure)
        return read
      },
      isBusy: () => isBusy,
    },
    head: () => asHash(new Uint8Array(32)),
    tryUnits,
  })
  const answer = async (method: Method, name = 'alice', call = callOf(name, method.isLong)) => {
    running = method
    return answerer(call)
  }
  return { answer, calls, options }
}

const there = new JsonText('"there"')

describe('a read', () => {
  it('is answered in the main thread while it is light', async () => {
    const { answer, calls } = open()
    expect(await answer(new Method(40))).toBe('here')
    expect(calls).toEqual([])
  })

  it('is handed over when its work exceeds the first try, which the client does not pay again', async () => {
    const { answer, calls } = open()
    const call = callOf('alice')
    expect(await answer(new Method(41), 'alice', call)).toEqual(there)
    expect(calls).toMatchObject([{ method: 'eth_call', owner: 'alice' }])
    expect(call.meter.work(0).units).toBe(50)
  })

  it('may do four times as much work in the main thread while all readers are busy', async () => {
    const { answer, calls } = open({ isBusy: true })
    expect(await answer(new Method(160))).toBe('here')
    expect(await answer(new Method(161))).toEqual(there)
    expect(await answer(new Method(41), 'alice')).toEqual(there)
    expect(calls.length).toBe(2)
  })

  it('leaves the text of the reader to the main thread', async () => {
    const kept: JsonText[] = []
    const keeping = new Method(41)
    keeping.run = (work) => {
      work.keep = (text) => void kept.push(text)
      work.add(keeping.units)
      return 'here'
    }
    await open().answer(keeping)
    expect(kept).toEqual([there])
  })

  it('is answered in the main thread if it is light, whatever its client sent before', async () => {
    const { answer } = open()
    for (let round = 0; round < 50; round++) {
      expect(await answer(new Method(10_000))).toEqual(there)
      expect(await answer(new Method(8))).toBe('here')
    }
  })

  it('gets a short try after its client has wasted work, until readers have done much for the client', async () => {
    const { answer, options } = open()
    for (let round = 0; round < 6; round++) await answer(new Method(41))
    expect(await answer(new Method(20))).toEqual(there)
    expect(await answer(new Method(20), 'bob')).toBe('here')
    options.readUnits = 100_000
    expect(await answer(new Method(41))).toEqual(there)
    expect(await answer(new Method(20))).toBe('here')
  })

  it('gets a whole try again after its client has done as much successful work in the main thread', async () => {
    const { answer } = open()
    for (let round = 0; round < 6; round++) await answer(new Method(41))
    expect(await answer(new Method(20))).toEqual(there)
    for (let round = 0; round < 20; round++) expect(await answer(new Method(8))).toBe('here')
    expect(await answer(new Method(20))).toBe('here')
  })

  it('gets a whole try after many tries of its client that ended before they did much work', async () => {
    const { answer } = open()
    const foreseen = new Method(0)
    foreseen.run = (work) => {
      work.withinTry(5)
      work.add(200)
      return 'here'
    }
    for (let round = 0; round < 100; round++) expect(await answer(foreseen)).toEqual(there)
    expect(await answer(new Method(40))).toBe('here')
  })

  it('gets a whole try again after heavy calls of its client, even if all later calls are of medium weight', async () => {
    const { answer, options } = open()
    for (let round = 0; round < 20; round++) await answer(new Method(10_000))
    options.readUnits = 12
    let handedOver = 0
    while ((await answer(new Method(12))) !== 'here') expect(++handedOver).toBeLessThan(200)
    expect(handedOver).toBeGreaterThan(0)
  })

  it('is handed over without a try when tries are disabled, or when its method is long', async () => {
    for (const [options, method] of [
      [{ tryUnits: 0 }, new Method(0)],
      [{}, new Method(0, true)],
    ] as const) {
      const { answer } = open(options)
      expect([await answer(method), method.runs]).toEqual([there, 0])
    }
  })

  it('fails with the error of its first try, or of the reader', async () => {
    const failing = new Method(0)
    failing.run = () => {
      throw executionTimeout()
    }
    await expect(open().answer(failing)).rejects.toMatchObject({ code: -32011 })
    const full = open({ tryUnits: 0, failure: limitExceeded('waiting calls') })
    await expect(full.answer(new Method(0))).rejects.toMatchObject({ data: 'waiting calls' })
  })

  it('is answered in the main thread when the reader does not have the best block', async () => {
    const { answer } = open({ failure: new ReaderBehind() })
    expect(await answer(new Method(41))).toBe('here')
  })
})
