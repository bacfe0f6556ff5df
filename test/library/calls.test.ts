import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { assemble } from '../../src/evm/assembler.cases.ts'
import { createNode, type LocalNode } from '../../src/index.ts'
import { toHex } from '../../src/primitives/hex.ts'

/*
 * Calls on a development chain: traces with the overrides of eth_call, and the common behaviour of all methods that make
 * calls.
 */

const contract = `0x${'c0de'.repeat(10)}`
const bridge = `0x${'01000006'.padStart(40, '0')}`
const callMembers = ['from', 'to', 'gas', 'gasPrice', 'value', 'nonce', 'chainId', 'data', 'input']
const unknown = `0x${'ab'.repeat(32)}`
const miner = `0x${'ab'.repeat(20)}`
/** Returns values of the block: number, timestamp, coinbase, gas limit and difficulty. */
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
    from = node.accounts[0]!.address
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

  it('accept a hash or an object as their block, even for an estimate', async () => {
    const { hash } = (await ask('eth_getBlockByNumber', 'latest', false)) as { hash: string }
    const call = { from, to: contract }
    for (const block of [hash, { blockHash: hash, requireCanonical: true }, { blockNumber: '0x1' }, 'safe']) {
      expect(await ask('eth_estimateGas', call, block)).toBe('0x5208')
      expect(await ask('eth_call', call, block)).toBe('0x')
      expect(await ask('eth_createAccessList', call, block)).toEqual({ accessList: [], gasUsed: '0x5208' })
      expect(await ask('debug_traceCall', call, block, { tracer: 'callTracer' })).toMatchObject({
        gasUsed: '0x5208',
      })
    }
    expect(await failure('eth_estimateGas', call, { blockHash: unknown })).toMatchObject({ code: -32000 })
  })

  it('are refused when no transaction could make them', async () => {
    const poor = { from: `0x${'99'.repeat(20)}`, to: from, value: '0x1' }
    const tooLong = { from, data: `0x${'00'.repeat(49_153)}` }
    for (const method of ['eth_call', 'eth_estimateGas', 'eth_createAccessList']) {
      expect(await failure(method, poor)).toMatchObject({
        code: -32000,
        message: 'insufficient funds for transfer: balance 0 RBTC, needed 0.000000000000000001',
      })
      expect(await failure(method, tooLong)).toMatchObject({
        message: 'max initcode size exceeded: code size 49153, limit 49152',
      })
    }
  })

  it('name the wrong member', async () => {
    const simulate = (block: object) => failure('eth_simulateV1', { blockStateCalls: [{}, block] })
    const call = (members: object, ...more: unknown[]) => failure('eth_call', members, 'latest', ...more)
    const overridden = (account: object) => call({ to: contract }, { [contract]: account })
    const refused: [Promise<unknown>, string][] = [
      [call({ from: '0x12' }), 'invalid argument from: Invalid address'],
      [call({ to: contract, gas: 'abc' }), 'invalid argument gas: Number values'],
      [call({ to: contract, input: '0xzz' }), 'invalid argument input: Invalid data'],
      [call({ to: contract, data: '0x01', input: '0x02' }), 'data and input differ'],
      [overridden({ balance: 'zz' }), `invalid state override: ${contract}.balance: Invalid param zz`],
      [overridden({ stateDiff: { '0x1': 'zz' } }), `${contract}.stateDiff[0x1]: Invalid data`],
      [overridden({ storage: {} }), `unknown member storage of ${contract}: expected balance, nonce, code`],
      [call({ to: contract }, { '0x12': {} }), 'invalid state override: 0x12: Invalid address'],
      [call({ to: contract }, {}, { time: 'zz' }), 'invalid block override: time: Invalid param zz'],
      [call({ to: contract }, {}, { number: '0x10000000000000' }), 'number is more than 52 bits'],
      [
        simulate({ calls: [{}, { from: '0x1' }] }),
        'invalid argument blockStateCalls[1].calls[1].from: Invalid',
      ],
      [simulate({ calls: [5] }), 'invalid argument blockStateCalls[1].calls[0]: expected an object'],
      [
        simulate({ blockOverrides: { gasLimit: [] } }),
        'blockStateCalls[1].blockOverrides: invalid block override: gasLimit',
      ],
      [
        failure('eth_simulateV1', { blockStateCalls: [{}], validation: 1 }),
        'validation is neither true nor false',
      ],
      [failure('debug_traceCall', 'x'), 'expected an object'],
      [
        failure('debug_traceCall', {}, 'latest', { txIndex: 'x' }),
        'invalid argument txIndex: Invalid param x',
      ],
      [failure('eth_call', {}, 'newest'), "invalid argument block: Invalid block identifier 'newest'"],
      [failure('eth_estimateGas', {}, []), 'invalid argument block: '],
      [call({}, 5), 'invalid argument stateOverride: expected an object'],
      [failure('trace_callMany', {}), 'invalid argument calls: expected an array'],
      [failure('trace_rawTransaction', '0xzz', []), 'invalid argument transaction: Invalid data format'],
      [failure('trace_callMany', [[{}]]), 'each of the calls is an array of a call and its types'],
    ]
    for (const [error, message] of refused) {
      expect(await error).toMatchObject({ code: -32602, message: expect.stringContaining(message) })
    }
  })

  it.each<[string, (call: object, accounts?: object, values?: object) => unknown[]]>([
    ['eth_call', (call, accounts, values) => [call, 'latest', accounts, values]],
    ['eth_estimateGas', (call, accounts, values) => [call, 'latest', accounts, values]],
    ['eth_createAccessList', (call, accounts) => [call, 'latest', accounts]],
    [
      'eth_simulateV1',
      (call, stateOverrides, blockOverrides) => [
        { blockStateCalls: [{ calls: [call], stateOverrides, blockOverrides }] },
      ],
    ],
    [
      'debug_traceCall',
      (call, accounts, values) => [call, 'latest', { stateOverrides: accounts, blockOverrides: values }],
    ],
    ['trace_call', (call, accounts, values) => [call, [], 'latest', accounts, values]],
    ['trace_callMany', (call) => [[[call, []]]]],
  ])('of %s name every member with a value of the wrong type', async (method, paramsOf) => {
    const names = async (member: string, params: unknown[]): Promise<void> => {
      const error = await failure(method, ...params)
      expect(error, JSON.stringify(params)).toMatchObject({
        code: -32602,
        message: expect.stringContaining(member),
      })
    }
    const call = { to: contract }
    for (const value of [true, 1.5, '0xg', ' 0x1', [], {}]) {
      for (const member of callMembers) await names(member, paramsOf({ ...call, [member]: value }))
      if (method === 'trace_callMany') continue
      const cells = { '0x1': value }
      for (const member of ['balance', 'nonce', 'code']) {
        await names(member, paramsOf(call, { [contract]: { [member]: value } }))
      }
      await names('stateDiff', paramsOf(call, { [contract]: { stateDiff: cells } }))
      await names('state', paramsOf(call, { [contract]: { state: cells } }))
      if (method === 'eth_createAccessList') continue
      for (const member of ['number', 'time', 'gasLimit', 'feeRecipient', 'difficulty']) {
        await names(member, paramsOf(call, {}, { [member]: value }))
      }
    }
  })

  it('of a simulation after the pending block see the hashes of all blocks before it', async () => {
    const stateOverrides = {
      [contract]: { code: toHex(assemble('2 NUMBER SUB BLOCKHASH 0 MSTORE 32 0 RETURN')) },
    }
    const blockStateCalls = [{ stateOverrides, calls: [{ to: contract }] }]
    const [block] = (await ask('eth_simulateV1', { blockStateCalls }, 'pending')) as [{ calls: [object] }]
    const { hash } = (await ask('eth_getBlockByNumber', 'latest', false)) as { hash: string }
    expect(block.calls[0]).toMatchObject({ returnData: hash })
  })

  describe.each([
    ['a payment', 'STOP'],
    ['writing and clearing', '1 0 SSTORE 0 0 SSTORE 7 1 SSTORE'],
    ['returning its gas', 'GAS 0 MSTORE 32 0 RETURN'],
    [
      'needing more gas than it uses',
      'GAS 100000 LT @enough JUMPI 0 0 REVERT enough: 1 0 MSTORE 32 0 RETURN',
    ],
    [
      'calling itself with a part of its gas',
      '0 0 0 0 0 ADDRESS GAS 21000 GAS LT ISZERO @end JUMPI CALL end: 1 0 MSTORE 32 0 RETURN',
    ],
    ['paying back', '0 0 0 0 1 CALLER GAS CALL 0 MSTORE 32 0 RETURN'],
    ['a large return', '65536 0 RETURN'],
    ['creating', '0 0 0 CREATE 0 MSTORE 32 0 RETURN'],
  ])('of a contract %s', (_, source) => {
    const code = toHex(assemble(source))
    const account = { [contract]: { code, balance: '0x5' } }
    const call = () => ({ from, to: contract, value: '0x1' })

    it('return and cost the same in every method', async () => {
      const output = await ask('eth_call', call(), 'latest', account)
      const { gasUsed } = (await ask('eth_createAccessList', call(), 'latest', account)) as {
        gasUsed: string
      }
      const options = { tracer: 'callTracer', stateOverrides: account }
      expect(await ask('debug_traceCall', call(), 'latest', options)).toMatchObject({ output, gasUsed })
      const steps = { ...options, tracer: 'structLogger' }
      expect(await ask('debug_traceCall', call(), 'latest', steps)).toMatchObject({
        failed: false,
        gas: Number(gasUsed),
        returnValue: output,
      })
      expect(await ask('trace_call', call(), [], 'latest', account)).toMatchObject({ output })
      const blockStateCalls = [{ stateOverrides: account, calls: [call()] }]
      expect(await ask('eth_simulateV1', { blockStateCalls })).toMatchObject([
        { calls: [{ status: '0x1', gasUsed, returnData: output }] },
      ])
    })

    it('succeed with the estimate and fail with one less', async () => {
      const gas = Number(await ask('eth_estimateGas', call(), 'latest', account))
      const withGas = (less: number) => ({ ...call(), gas: `0x${(gas - less).toString(16)}` })
      expect(await ask('eth_call', withGas(0), 'latest', account)).toMatch(/^0x/)
      expect(await failure('eth_call', withGas(1), 'latest', account)).toBeInstanceOf(Error)
    })

    it('are the same with overrides that change nothing', async () => {
      await ask('anvil_setCode', contract, code)
      const nothing = {
        [contract]: { code, balance: '0x0', nonce: '0x0', stateDiff: { '0x0': '0x0' } },
        [from]: { balance: await ask('eth_getBalance', from, 'latest') },
      }
      const plain = { from, to: contract }
      expect(await failure('eth_call', plain, 'latest', nothing)).toEqual(await failure('eth_call', plain))
      expect(await ask('eth_estimateGas', plain, 'latest', nothing)).toBe(await ask('eth_estimateGas', plain))
      const {
        number,
        timestamp,
        gasLimit,
        miner: coinbase,
        difficulty,
      } = (await ask('eth_getBlockByNumber', 'latest', false)) as Record<string, string>
      const sameBlock = { number, time: timestamp, gasLimit, coinbase, difficulty }
      const changed = { tracer: 'callTracer', stateOverrides: nothing, blockOverrides: sameBlock }
      expect(await ask('debug_traceCall', plain, 'latest', changed)).toEqual(
        await ask('debug_traceCall', plain, 'latest', { tracer: 'callTracer' }),
      )
      expect(await ask('trace_call', plain, ['trace'], 'latest', nothing, sameBlock)).toEqual(
        await ask('trace_call', plain, ['trace']),
      )
    })
  })

  it('of a simulation with validation pay the minimum gas price', async () => {
    await ask('anvil_setMinGasPrice', '0x5')
    await ask('evm_mine')
    const simulate = (gasPrice: string) =>
      failure('eth_simulateV1', {
        validation: true,
        blockStateCalls: [{ calls: [{ from, to: from, gasPrice }] }],
      })
    expect(await simulate('0x4')).toMatchObject({
      code: -38012,
      message: expect.stringMatching(/minimum gas price.*: calls\[0\] of block \d+/),
    })
    expect(await simulate('0x5')).toMatchObject([{ calls: [{ status: '0x1' }] }])
    await ask('anvil_setMinGasPrice', '0x0')
  })

  it('fail in a native contract like eth_call', async () => {
    const call = { from, to: bridge, data: '0x12345678' }
    expect(await failure('eth_call', call)).toMatchObject({
      message: 'a native contract refused the call: Bridge: the input calls no method',
    })
    const trace = await ask('debug_traceCall', call, 'latest', { tracer: 'callTracer' })
    expect(trace).toMatchObject({ error: 'precompiled contract failed' })
    expect(await ask('trace_call', call, ['trace'])).toMatchObject({ trace: [{ error: expect.any(String) }] })
  })
})

it('the estimate of a peg-out equals the gas of its transaction, whoever the sender is', async () => {
  const node = await createNode()
  onTestFinished(() => node.close())
  const ask = async (method: string, ...params: unknown[]) => Object(await node.request({ method, params }))
  const payment = { from: node.accounts[0]!.address, to: bridge, value: '0x2386f26fc10000' }
  const estimate = await ask('eth_estimateGas', payment)
  expect(await ask('eth_estimateGas', { ...payment, from: miner, value: '0x0' })).toEqual(estimate)
  expect(await ask('eth_call', payment)).toEqual(Object('0x'))
  const hash = await ask('eth_sendTransaction', payment)
  const { gasUsed, status, logs } = await ask('eth_getTransactionReceipt', String(hash))
  expect(Object(gasUsed)).toEqual(estimate)
  expect(status).toBe('0x1')
  expect(logs).toHaveLength(1)
  const { calls } = (await ask('eth_simulateV1', { blockStateCalls: [{ calls: [payment] }] }))[0]
  // The Bitcoin address of the sender, whose key the node has, is in the event.
  expect(calls[0].logs[0]).toMatchObject({ data: logs[0].data, topics: logs[0].topics })
})

it('a call that no block could contain has no trace', async () => {
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
