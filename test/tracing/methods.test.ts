import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callOf, deploying } from './calls.ts'
import { openTracedService, type TracedService } from './tracedService.ts'

/* The answers of the methods, computed by hand, and their errors. */

const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const gas = '0x30d40'
const nowhere = `0x${'ab'.repeat(32)}`

/** Returns 42: PUSH1 42, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN. */
const answering = '602a60005260206000f3'
const word = (value: string): string => value.padStart(64, '0')
interface Receipt {
  readonly contractAddress: string
  readonly blockHash: string
  readonly blockNumber: string
}

describe('the methods of debug and trace', () => {
  let service: TracedService
  let answerer: string
  let caller: string
  /** Transactions to both. */
  let answered: string
  let called: string
  let balance: string

  const send = (transaction: object): Promise<string> =>
    service.result('eth_sendTransaction', { from: cow, gas, ...transaction })
  const receiptOf = (hash: string): Promise<Receipt> => service.result('eth_getTransactionReceipt', hash)
  const deploy = async (code: string): Promise<string> =>
    (await receiptOf(await send({ data: deploying(code) }))).contractAddress

  beforeAll(async () => {
    service = await openTracedService()
    answerer = await deploy(answering)
    // Stores 5 in cell 1, calls the other with 3 wei, and reverts with its output.
    caller = await deploy(
      `600560015560206000600060006003 73${answerer.slice(2)} 61fffff15060206000fd`.replace(/ /g, ''),
    )
    balance = await service.result('eth_getBalance', cow, 'latest')
    answered = await send({ to: answerer, value: '0x7' })
    called = await send({ to: caller, value: '0x3' })
  })
  afterAll(async () => {
    expect(service.reported).toEqual([])
    await service.close()
  })

  it('callTracer shows the outermost call with its gas and output', async () => {
    expect(await service.result('debug_traceTransaction', answered, { tracer: 'callTracer' })).toEqual({
      type: 'CALL',
      from: cow,
      to: answerer,
      value: '0x7',
      gas,
      // 21000, four pushes and MSTORE for 3 each, and 3 for a word of memory.
      gasUsed: '0x521a',
      input: '0x',
      output: `0x${word('2a')}`,
    })
  })

  it('callTracer shows inner calls and how the outermost failed', async () => {
    const trace = await service.result('debug_traceTransaction', called, { tracer: 'callTracer' })
    expect(trace).toMatchObject({
      type: 'CALL',
      to: caller,
      error: 'execution reverted',
      output: `0x${word('2a')}`,
      calls: [
        {
          type: 'CALL',
          from: caller,
          to: answerer,
          value: '0x3',
          // The requested gas and the stipend of 2300.
          gas: '0x108fb',
          gasUsed: '0x12',
          input: '0x',
          output: `0x${word('2a')}`,
        },
      ],
    })
    const top = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
    expect(await service.result('debug_traceTransaction', called, top)).not.toHaveProperty('calls')
  })

  it('muxTracer shows a transaction with several tracers, in a block beside its hash', async () => {
    const tracerConfig = { noopTracer: {}, '4byteTracer': {}, structLogger: {}, flatCallTracer: {} }
    const options = { tracer: 'muxTracer', tracerConfig }
    const trace = await service.result('debug_traceTransaction', called, options)
    expect(trace).toMatchObject({
      noopTracer: {},
      structLogger: { failed: true, structLogs: expect.any(Array) },
      flatCallTracer: expect.arrayContaining([expect.objectContaining({ transactionHash: called })]),
    })
    const { blockHash } = await receiptOf(called)
    const block = await service.result('debug_traceBlockByHash', blockHash, options)
    expect(block).toContainEqual({ txHash: called, result: trace })
  })

  it('prestateTracer shows the state before a transaction, and with diffMode the changes', async () => {
    const before = await service.result<object>('debug_traceTransaction', answered, {
      tracer: 'prestateTracer',
    })
    expect(before).toMatchObject({
      [cow]: { balance, nonce: 2 },
      [answerer]: { balance: '0x0', code: `0x${answering}` },
    })
    const diff = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
    expect(await service.result('debug_traceTransaction', answered, diff)).toMatchObject({
      pre: { [cow]: { balance, nonce: 2 }, [answerer]: { balance: '0x0' } },
      post: { [cow]: { nonce: 3 }, [answerer]: { balance: '0x7' } },
    })
  })

  it('struct logs of a block are items of a list, other traces have the hash of their transaction', async () => {
    const { blockHash, blockNumber } = await receiptOf(answered)
    const options = { tracer: 'callTracer' }
    const traces = await service.result('debug_traceBlockByNumber', blockNumber, options)
    expect(traces).toMatchObject([{ txHash: answered, result: { to: answerer } }, { result: {} }])
    expect(await service.result('debug_traceBlockByHash', blockHash, options)).toEqual(traces)
    const steps = await service.result('debug_traceBlockByHash', blockHash, { disableMemory: true })
    expect(steps).toMatchObject([
      { result: word('2a'), structLogs: Array(6).fill({ depth: 0 }) },
      { programInvoke: null },
    ])
  })

  it('Parity traces of transaction, block, filter and place agree', async () => {
    const { blockNumber } = await receiptOf(called)
    const traces = await service.result<object[]>('trace_transaction', called)
    expect(traces).toMatchObject([
      {
        action: { to: caller, value: '0x3' },
        subtraces: 1,
        traceAddress: [],
        result: null,
        error: 'Reverted',
      },
      { action: { from: caller, to: answerer }, traceAddress: [0], result: { output: `0x${word('2a')}` } },
    ])
    const block = await service.result<object[]>('trace_block', blockNumber)
    expect(block.slice(0, 2)).toEqual(traces)
    expect(await service.result('trace_get', called, ['0x0'])).toEqual(traces[1])
    const filter = { fromAddress: cow, toAddress: [caller] }
    expect(await service.result('trace_filter', filter)).toEqual(traces)
    expect(await service.result('trace_filter', { ...filter, after: 1, count: 1 })).toEqual([traces[1]])
    const inner = { fromAddress: caller, toAddress: answerer, fromBlock: blockNumber, toBlock: blockNumber }
    expect(await service.result('trace_filter', inner)).toEqual([traces[1]])
    // By its receiver alone, in every block: as clients ask for the calls of a token.
    const toToken = await service.result<object[]>('trace_filter', { fromBlock: '0x1', toAddress: answerer })
    expect(toToken).toContainEqual(traces[1])
  })

  it('trace_filter finds old transactions by the index', async () => {
    for (let count = 0; count < 300; count++) service.node.local?.mine()
    const filter = { fromAddress: cow, toAddress: [caller] }
    expect(await service.result('trace_filter', filter)).toEqual(
      await service.result('trace_transaction', called),
    )
  })

  it('trace the pending block', async () => {
    await service.result('evm_stopMining')
    const waiting = await send({ to: answerer })
    const pending = await service.result('debug_traceBlockByNumber', 'pending', { tracer: 'callTracer' })
    expect(pending).toMatchObject([{ txHash: waiting, result: { output: `0x${word('2a')}` } }, {}])
    const [first] = await service.result<object[]>('trace_block', 'pending')
    expect(first).toMatchObject({ transactionHash: waiting, result: { output: `0x${word('2a')}` } })
    await service.result('evm_startMining')
  })

  it('trace_filter includes the pending block when an end of the range names it', async () => {
    await service.result('evm_stopMining')
    const waiting = await send({ to: answerer })
    const filter = { fromAddress: cow, toAddress: answerer }
    const hashesOf = async (range: object): Promise<string[]> => {
      const traces = await service.result<{ transactionHash: string }[]>('trace_filter', {
        ...filter,
        ...range,
      })
      return traces.map(({ transactionHash }) => transactionHash)
    }
    const { blockNumber } = await receiptOf(answered)
    expect(await hashesOf({ fromBlock: 'pending', toBlock: 'pending' })).toEqual([waiting])
    const upToPending = await hashesOf({ fromBlock: blockNumber, toBlock: 'pending' })
    expect([upToPending[0], upToPending.at(-1)]).toEqual([answered, waiting])
    expect(await hashesOf({ fromBlock: blockNumber })).not.toContain(waiting)
    await service.result('evm_startMining')
  })

  it('debug_traceCall runs on the state of a block, with overridden accounts', async () => {
    const options = { tracer: 'callTracer' }
    const call = { to: answerer, gas }
    expect(await service.result('debug_traceCall', call, 'latest', options)).toMatchObject({
      output: `0x${word('2a')}`,
    })
    expect(await service.result('debug_traceCall', call, '0x0', options)).toMatchObject({ output: '0x' })
    const stateOverrides = { [answerer]: { code: '0x60015460005260206000f3', stateDiff: { '0x1': '0x63' } } }
    expect(
      await service.result('debug_traceCall', call, 'latest', { ...options, stateOverrides }),
    ).toMatchObject({ output: `0x${word('63')}` })
  })

  it.each<[what: string, method: string, params: () => unknown[], code: number, message: RegExp]>([
    [
      'tracers',
      'debug_traceTransaction',
      () => [answered, { tracer: 'bigramTracer' }],
      -32602,
      /no such tracer/,
    ],
    ['places', 'trace_get', () => [called, ['0x1']], -32600, /has no trace at \[1\]/],
    ['no place', 'trace_get', () => [called, []], -32602, /'positions' cannot be null or empty/],
    ['members of a filter', 'trace_filter', () => [{ address: cow }], -32700, /./],
    ['ranges', 'trace_filter', () => [{ fromBlock: '0x2', toBlock: '0x1' }], -32602, /fromBlock cannot be/],
    ['counts', 'trace_filter', () => [{ count: 10_001 }], -32602, /Count value too big/],
    ['negative pages', 'trace_filter', () => [{ after: -1 }], -32602, /After value cannot be negative/],
    ['far pages', 'trace_filter', () => [{ after: 10_001 }], -32602, /After value too big/],
    ['no filter', 'trace_filter', () => [null], -32602, /Invalid trace_filter parameters/],
    [
      'places in a block',
      'debug_traceCall',
      () => [{}, 'latest', { txIndex: '0xff' }],
      -32602,
      /txIndex 255 is not in the block/,
    ],
    [
      'calls without gas',
      'debug_traceCall',
      () => callOf('0x00', 100),
      -32602,
      /100 gas, but 21000 is needed/,
    ],
    [
      'other blocks',
      'debug_traceCall',
      () => [{}, 'latest', { blockOverrides: { number: '0x1' } }],
      -32602,
      /blockOverrides/,
    ],
    [
      'overrides that contradict each other',
      'debug_traceCall',
      () => [{}, 'latest', { stateOverrides: { [cow]: { state: {}, stateDiff: {} } } }],
      -32602,
      /both state and stateDiff/,
    ],
    ['accounts', 'debug_accountTransactionQuota', () => ['0x12'], -32602, /has length 2, want 40/],
  ])(
    'reject unknown or wrong %s with a message that names them',
    async (_what, method, params, code, message) => {
      const { error } = await service.ask(method, ...params())
      expect(error).toMatchObject({ code, message: expect.stringMatching(message) })
    },
  )

  it.each([
    ['trace_transaction', [nowhere]],
    ['trace_get', [nowhere, ['0x0']]],
    ['trace_block', ['0x3e8']],
    ['debug_traceTransaction', [nowhere]],
    ['debug_traceBlockByHash', [nowhere]],
    ['debug_traceBlockByNumber', ['0x3e8']],
  ])('%s answers null for an unknown transaction or block', async (method, params) => {
    expect(await service.ask(method, ...params)).toMatchObject({ result: null })
  })

  it('callTracer, Parity traces and the receipt agree that a failed direct call to a native contract succeeds', async () => {
    const environment = '0x0000000000000000000000000000000001000011'
    const hash = await send({ to: environment, data: '0x12345678' })
    expect(await receiptOf(hash)).toMatchObject({ status: '0x1' })
    expect(await service.result('trace_transaction', hash)).toMatchObject([{ result: { output: '0x' } }])
    const trace = await service.result('debug_traceTransaction', hash, { tracer: 'callTracer' })
    expect(trace).toMatchObject({ type: 'CALL', to: environment, output: '0x' })
    expect(trace).not.toHaveProperty('error')
  })

  it('debug_accountTransactionQuota shows the quota of an account if quotas are enabled', async () => {
    expect(await service.result('debug_accountTransactionQuota', cow)).toBe(null)
    const counting = await openTracedService({ node: { pool: { limitAccountRate: true } } })
    await counting.result('eth_sendTransaction', { from: cow, to: answerer, gas, value: '0x1' })
    expect(await counting.result('debug_accountTransactionQuota', cow)).toEqual({
      timestamp: expect.any(Number),
      availableVirtualGas: expect.any(Number),
    })
    await counting.close()
  })
})
