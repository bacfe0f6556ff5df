import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTracedService, type TracedService } from './tracedService.ts'

/* The replays of the trace module, computed by hand. */

const cow = '0xcd2a3d9f938e13cd947ec05abc7fe734df8dd826'
const cow1 = '0x7986b3df570230288501eea3d890bd66948c9b79'
const nowhere = `0x${'ab'.repeat(32)}`
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`

/** Adds 1 to cell 0 and returns it: PUSH1 1, PUSH1 0, SLOAD, ADD, DUP1, PUSH1 0, SSTORE, PUSH1 0, MSTORE, … RETURN. */
const counting = '600160005401806000556000526020 6000f3'.replace(' ', '')
const creation = `0x6012600c60003960126000f3${counting}`

interface Receipt {
  readonly contractAddress: string
  readonly blockNumber: string
  readonly blockHash: string
}

describe('the replays of trace', () => {
  let service: TracedService
  let counter: string
  let counted: string
  let block: string

  const receiptOf = (hash: string): Promise<Receipt> => service.result('eth_getTransactionReceipt', hash)
  const both = ['trace', 'stateDiff']

  beforeAll(async () => {
    service = await openTracedService()
    const send = (transaction: object): Promise<string> =>
      service.result('eth_sendTransaction', { from: cow, gas: '0x30d40', gasPrice: '0x1', ...transaction })
    counter = (await receiptOf(await send({ data: creation }))).contractAddress
    counted = await send({ to: counter })
    block = (await receiptOf(counted)).blockNumber
  })
  afterAll(async () => {
    expect(service.reported).toEqual([])
    await service.close()
  })

  it('show the output, the calls and the changes of a call, and change nothing', async () => {
    const call = { from: cow, to: counter, value: '0x2' }
    expect(await service.result('trace_call', call, both, 'latest')).toEqual({
      output: word(2),
      stateDiff: {
        [cow]: {
          balance: { '*': { from: expect.any(String), to: expect.any(String) } },
          code: '=',
          nonce: { '*': { from: '0x2', to: '0x3' } },
          storage: {},
        },
        [counter]: {
          balance: { '*': { from: '0x0', to: '0x2' } },
          code: '=',
          nonce: '=',
          storage: { [word(0)]: { '*': { from: word(1), to: word(2) } } },
        },
      },
      trace: [
        {
          action: expect.objectContaining({ callType: 'call', from: cow, to: counter, value: '0x2' }),
          type: 'call',
          subtraces: 0,
          traceAddress: [],
          result: { gasUsed: expect.any(String), output: word(2) },
        },
      ],
      vmTrace: null,
    })
    expect(await service.result('trace_call', { to: counter }, [])).toEqual({
      ...{ output: word(2), stateDiff: null, trace: [], vmTrace: null },
    })
  })

  it('show every instruction with its writes and the remaining gas', async () => {
    interface Operation {
      readonly pc: number
      readonly ex: { readonly used: number } | null
      readonly sub: { readonly ops: readonly Operation[] } | null
    }
    const traced = async (call: object): Promise<{ code: string; ops: Operation[] }> =>
      (await service.result<{ vmTrace: { code: string; ops: Operation[] } }>('trace_call', call, ['vmTrace']))
        .vmTrace
    const { code, ops } = await traced({ from: cow, to: counter, gas: '0x186a0' })
    expect(code).toBe(`0x${counting}`)
    const nothing = { mem: null, push: [], store: null }
    // The call itself costs 21,000.
    expect(ops.slice(0, 7)).toEqual([
      { pc: 0, cost: 3, ex: { ...nothing, push: ['0x1'], used: 78_997 }, sub: null },
      { pc: 2, cost: 3, ex: { ...nothing, push: ['0x0'], used: 78_994 }, sub: null },
      { pc: 4, cost: 200, ex: { ...nothing, push: ['0x1'], used: 78_794 }, sub: null },
      { pc: 5, cost: 3, ex: { ...nothing, push: ['0x2'], used: 78_791 }, sub: null },
      { pc: 6, cost: 3, ex: { ...nothing, push: ['0x2', '0x2'], used: 78_788 }, sub: null },
      { pc: 7, cost: 3, ex: { ...nothing, push: ['0x0'], used: 78_785 }, sub: null },
      { pc: 9, cost: 5000, ex: { ...nothing, store: { key: '0x0', val: '0x2' }, used: 73_785 }, sub: null },
    ])
    expect(ops[8]).toMatchObject({ pc: 12, ex: { mem: { off: 0, data: word(2) } } })
    expect(ops.at(-1)).toMatchObject({ pc: 17, cost: 0, ex: nothing, sub: null })

    // A call of the counter with 5 gas, which its second instruction exceeds, then an invalid instruction.
    const calling = `0x6000600060006000600073${counter.slice(2)}6005f1fe`
    const caller = await traced({ from: cow, data: calling, gas: '0x186a0' })
    expect(caller.code).toBe(calling)
    const [last] = caller.ops.slice(-1)
    expect(last).toMatchObject({ pc: 33, ex: { push: ['0x0'] }, sub: { code: `0x${counting}` } })
    expect(last!.sub!.ops.map(({ pc, ex }) => [pc, ex === null])).toEqual([
      [0, false],
      [2, true],
    ])
    expect(await traced({ from: cow, to: cow1, value: '0x1' })).toBeNull()
  })

  it('show new accounts, and failures', async () => {
    const fresh = `0x${'12'.repeat(20)}`
    const paid = await service.result('trace_call', { from: cow, to: fresh, value: '0x7' }, ['stateDiff'])
    expect(paid).toMatchObject({
      stateDiff: { [fresh]: { balance: { '+': '0x7' }, code: { '+': '0x' }, nonce: { '+': '0x0' } } },
    })
    const failed = await service.result('trace_call', { from: cow, data: '0x60006000fd' }, both)
    expect(failed).toMatchObject({ trace: [{ type: 'create', error: 'Reverted', result: null }] })
  })

  it('show calls one after the other, each with the changes of those before it', async () => {
    const call = { from: cow1, to: counter }
    const calls = [
      [call, ['trace']],
      [call, ['stateDiff']],
      [{ from: cow1, to: counter, data: '0x' }, []],
    ]
    const answers = await service.result('trace_callMany', calls, 'latest')
    expect(answers).toMatchObject([
      { output: word(2), stateDiff: null },
      { output: word(3), trace: [], stateDiff: { [cow1]: { nonce: { '*': { from: '0x1', to: '0x2' } } } } },
      { output: word(4), stateDiff: null, trace: [] },
    ])
  })

  it('show a transaction that is not submitted', async () => {
    const { raw } = await service.result<{ raw: string }>('eth_signTransaction', { from: cow1, to: counter })
    const answer = await service.result('trace_rawTransaction', raw, ['trace'])
    expect(answer).toMatchObject({ output: word(2), trace: [{ action: { from: cow1 } }] })
  })

  it('show a transaction of the chain, and all of its block', async () => {
    const replay = await service.result('trace_replayTransaction', counted, both)
    expect(replay).toMatchObject({
      output: word(1),
      stateDiff: { [counter]: { storage: { [word(0)]: { '*': { from: word(0), to: word(1) } } } } },
      transactionHash: counted,
    })
    const replays = await service.result('trace_replayBlockTransactions', block, both)
    expect(replays).toHaveLength(2)
    expect(replays).toContainEqual(replay)
  })

  it('are null for an unknown transaction or block', async () => {
    expect(await service.result('trace_replayTransaction', nowhere, [])).toBeNull()
    expect(await service.result('trace_replayBlockTransactions', '0xfffff', [])).toBeNull()
    expect(await service.result('trace_replayBlockTransactions', '0x0', both)).toEqual([])
  })

  it.each<[string, unknown[], RegExp]>([
    ['trace_call', [{}, ['traces']], /types of a trace are/],
    ['trace_call', [{}, 'trace'], /an array of/],
    ['trace_call', [{ gas: '0x5' }, ['trace']], /has 5 gas/],
    ['trace_callMany', [[{}]], /is an array of a call and its types/],
    ['trace_callMany', [new Array(101).fill([{}, []])], /more than 100 calls/],
    ['trace_rawTransaction', ['0x12', []], /Invalid input/],
  ])('refuse wrong parameters of %s with the reason: %j', async (method, params, message) => {
    const { error } = await service.ask(method, ...params)
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(message) })
  })
})
