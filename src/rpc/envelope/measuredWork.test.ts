import { describe, expect, it } from 'vitest'
import { cow, cow1, openWorld, type RpcWorld } from '../../answering/rpcWorld.cases.ts'
import { Pieces } from '../../primitives/work/pieces.ts'
import { defaultAnswerLimits, inProcess, type MeasuredCall } from './answerContext.ts'

/** The answer to a request, and what was told about its calls. */
async function measure(world: RpcWorld, body: unknown) {
  const calls: MeasuredCall[] = []
  const context = { ...inProcess({ name: 'alice' }), measured: (call: MeasuredCall) => void calls.push(call) }
  const { envelope } = world.service
  const text = await envelope.answerText(envelope.read(body, context.limits), context)
  return { text, calls }
}

const request = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })
const transfer = { from: cow, to: cow1, value: '0x1' }
const creation = { from: cow }

/** Runs that take this gas. */
function expectRuns(call: MeasuredCall | undefined, gas: number, least: number): void {
  const runs = (call?.work.gas ?? 0) / gas
  expect(runs).toBe(Math.round(runs))
  expect(runs).toBeGreaterThanOrEqual(least)
}

describe('the measured work of a call', () => {
  it('has the gas that a simulated call executed, and the length of the answer', async () => {
    const world = await openWorld()
    const { text, calls } = await measure(world, request('eth_call', transfer))
    expect(calls).toMatchObject([{ method: 'eth_call', floor: 10, work: { logs: 0, bytes: text.length } }])
    expectRuns(calls[0], 21_000, 1)
    expect(calls[0]!.work.units).toBeGreaterThanOrEqual(1)
  })

  it('is counted for each request of a batch, with every run of an estimate', async () => {
    const world = await openWorld()
    const { calls } = await measure(world, [request('eth_estimateGas', creation), request('eth_chainId')])
    expect(calls).toMatchObject([{ floor: 20 }, { floor: 1, work: { gas: 0 } }])
    expectRuns(calls[0], 53_000, 2)
  })

  it('has the gas and the length of a trace, which runs in another thread', async () => {
    const world = await openWorld()
    const hash = await world.text('eth_sendTransaction', transfer)
    const { text, calls } = await measure(world, request('trace_transaction', hash))
    expect(calls).toMatchObject([{ floor: 50, work: { gas: 21_000, bytes: text.length } }])
    expect(calls[0]!.work.units).toBeGreaterThanOrEqual(1)
  })

  it('has the work of a trace that its reader abandons', async () => {
    const world = await openWorld()
    const calls: MeasuredCall[] = []
    const context = {
      ...inProcess({ name: 'alice' }, { ...defaultAnswerLimits, keptBackBytes: 1 }),
      measured: (call: MeasuredCall) => void calls.push(call),
    }
    const looping = { stateOverrides: { [cow1]: { code: '0x5b600056' } } }
    const asked = request('debug_traceCall', { to: cow1 }, 'latest', looping)
    const { envelope } = world.service
    const answer = await envelope.answer(envelope.read(asked, context.limits), context)
    if (!(answer instanceof Pieces)) throw new Error(`not a stream: ${answer}`)
    await answer.return()
    expect(calls).toHaveLength(1)
    expect(calls[0]!.work.units).toBeGreaterThan(0)
  })

  it('is counted for a call that fails', async () => {
    const world = await openWorld()
    const { text, calls } = await measure(world, request('eth_call', { ...transfer, gas: '0x1' }))
    expect(calls).toMatchObject([{ errorCode: -32015, work: { gas: 1, bytes: text.length } }])
  })
})
