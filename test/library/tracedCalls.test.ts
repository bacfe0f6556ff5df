import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../src/evm/assembler.cases.ts'
import { createNode, type LocalNode } from '../../src/index.ts'
import { toHex } from '../../src/primitives/hex.ts'

/* Calls that are traced on a development chain, with the overrides of eth_call. */

const contract = `0x${'c0de'.repeat(10)}`
const bridge = `0x${'01000006'.padStart(40, '0')}`
const miner = `0x${'ab'.repeat(20)}`
/** Returns what the block says of itself: number, timestamp, coinbase, gas limit and difficulty. */
const environment = toHex(
  assemble(`NUMBER 0 MSTORE TIMESTAMP 32 MSTORE COINBASE 64 MSTORE GASLIMIT 96 MSTORE DIFFICULTY 128 MSTORE
    160 0 RETURN`),
)
const stateOverrides = { [contract]: { code: environment } }
const blockOverrides = {
  number: '0x64',
  time: '0x7fffffff',
  feeRecipient: miner,
  gasLimit: '0x1000000',
  difficulty: '0x9',
}
const word = (digits: string): string => digits.padStart(64, '0')
const seen = `0x${[word('64'), word('7fffffff'), word(miner.slice(2)), word('1000000'), word('9')].join('')}`

describe('calls traced on a development chain', () => {
  let node: LocalNode
  let from: string
  const ask = (method: string, ...params: unknown[]): Promise<unknown> => node.request({ method, params })
  const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
    ask(method, ...params).catch((error) => error)
  beforeAll(async () => {
    node = await createNode()
    from = node.accounts[0]!
  })
  afterAll(() => node.close())

  it('see overridden values of their block with every tracer', async () => {
    const call = { from, to: contract }
    expect(await ask('eth_call', call, 'latest', stateOverrides, blockOverrides)).toBe(seen)
    const traced = (tracer: string | undefined, tracerConfig = {}) =>
      ask('debug_traceCall', call, 'latest', { tracer, tracerConfig, stateOverrides, blockOverrides })
    expect(await traced('callTracer')).toMatchObject({ output: seen })
    expect(await traced('structLogger')).toMatchObject({ returnValue: seen })
    expect(await traced('rskTracer')).toMatchObject({ result: seen.slice(2) })
    expect(await traced('flatCallTracer')).toMatchObject([{ blockNumber: 100, result: { output: seen } }])
    expect(await traced('prestateTracer')).toMatchObject({ [contract]: { code: environment } })
    expect(await traced('prestateTracer', { diffMode: true })).toEqual({ pre: {}, post: {} })
    expect(await traced('4byteTracer')).toEqual({})
    expect(await traced('noopTracer')).toEqual({})
    expect(await traced('muxTracer', { callTracer: {}, noopTracer: {} })).toMatchObject({
      callTracer: { output: seen },
      noopTracer: {},
    })
    const parity = await ask('trace_call', call, ['trace'], 'latest', stateOverrides, blockOverrides)
    expect(parity).toMatchObject({ output: seen, trace: [{ result: { output: seen } }] })
  })

  it('run on the pending block', async () => {
    await ask('evm_setAutomine', false)
    const poor = `0x${'5712'.repeat(10)}`
    await ask('eth_sendTransaction', { from, to: poor, value: '0x5' })
    const call = { from: poor, to: from, value: '0x5' }
    const prestate = { tracer: 'prestateTracer' }
    const balances = (balance: string) => expect.objectContaining({ [poor]: { balance } })
    expect(await ask('debug_traceCall', call, 'pending', prestate)).toEqual(balances('0x5'))
    const before = await ask('debug_traceCall', call, 'latest', prestate)
    expect(before).not.toEqual(balances('0x5'))
    const returning = { to: contract, data: '0x' }
    const options = { tracer: 'callTracer', stateOverrides }
    const latest = (await ask('debug_traceCall', returning, 'latest', options)) as { output: string }
    const pending = (await ask('debug_traceCall', returning, 'pending', options)) as { output: string }
    expect(BigInt(pending.output.slice(0, 66))).toBe(BigInt(latest.output.slice(0, 66)) + 1n)
    const parity = await ask('trace_call', call, ['stateDiff'], 'pending')
    expect(parity).toMatchObject({ stateDiff: { [poor]: { balance: { '*': { from: '0x5', to: '0x0' } } } } })
    expect(await ask('trace_callMany', [[call, ['stateDiff']]], 'pending')).toEqual([parity])
    await ask('evm_setAutomine', true)
  })

  it('see the state before a transaction of the block', async () => {
    await ask('evm_setAutomine', false)
    const to = `0x${'7c'.repeat(20)}`
    for (let count = 0; count < 3; count++) await ask('eth_sendTransaction', { from, to, value: '0x1' })
    await ask('evm_mine')
    await ask('evm_setAutomine', true)
    const balanceAt = async (txIndex: string | undefined): Promise<unknown> => {
      const options = { tracer: 'prestateTracer', txIndex }
      const state = await ask('debug_traceCall', { from, to, value: '0x1' }, 'latest', options)
      return (state as Record<string, { balance: string }>)[to]?.balance
    }
    expect(await balanceAt('0x1')).toBe('0x1')
    expect(await balanceAt('0x2')).toBe('0x2')
    expect(await balanceAt(undefined)).toBe('0x3')
    expect(await failure('debug_traceCall', { to }, 'latest', { txIndex: '0x9' })).toMatchObject({
      code: -32602,
      message: 'txIndex 9 is not in the block, which has 4 transactions',
    })
  })

  it('cannot override precompiled contracts, like eth_call', async () => {
    const identity = { [`0x${'4'.padStart(40, '0')}`]: { balance: '0x1' } }
    const refusal = { code: -32602, message: 'Precompiled contracts can not be overridden' }
    const ofTrace = await failure('debug_traceCall', { to: from }, 'latest', { stateOverrides: identity })
    expect(ofTrace).toMatchObject(refusal)
    expect(await failure('trace_call', { to: from }, [], 'latest', identity)).toMatchObject(refusal)
    expect(await failure('eth_call', { to: from }, 'latest', identity)).toMatchObject(refusal)
  })

  it('fail in a native contract like eth_call', async () => {
    const call = { from, to: bridge, data: '0x12345678' }
    expect(await failure('eth_call', call)).toMatchObject({ message: 'precompiled contract failed' })
    const trace = await ask('debug_traceCall', call, 'latest', { tracer: 'callTracer' })
    expect(trace).toMatchObject({ error: 'precompiled contract failed' })
    expect(await ask('trace_call', call, ['trace'])).toMatchObject({ trace: [{ error: expect.any(String) }] })
  })
})

it('a call that no block could hold has no trace', async () => {
  // Before RSKIP88 a contract of the outermost frame that calls the Bridge breaks the reference node.
  const node = await createNode({ upgrades: { rules: { rskip88: 1_000_000 } } })
  onTestFinished(() => node.close())
  const code = toHex(assemble(`0 0 0 0 0 #73${bridge.slice(2)} GAS CALL`))
  const call = { to: contract }
  const accounts = { [contract]: { code } }
  const failure = (method: string, ...params: unknown[]): Promise<unknown> =>
    node.request({ method, params }).catch((error) => error)
  const refusal = { code: -32602, message: 'a precompiled contract cannot process the call' }
  expect(await failure('debug_traceCall', call, 'latest', { stateOverrides: accounts })).toMatchObject(
    refusal,
  )
  expect(await failure('trace_call', call, ['trace'], 'latest', accounts)).toMatchObject(refusal)
})
