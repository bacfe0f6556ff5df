import { describe, expect, it } from 'vitest'
import { alice, contractAddress, stranger } from '../../execution/executionWorld.cases.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { TraceError } from '../output/traceError.ts'
import { calleeAddress, callTo, type TracedTransaction, traceTextOf } from '../tracingWorld.cases.ts'

interface ShownStep {
  readonly op: string | null
  readonly depth: number
  readonly gasCost: number
  readonly memory: readonly string[]
  readonly stack: readonly string[]
  readonly storage: Readonly<Record<string, string>>
}

interface Shown {
  readonly structLogs: readonly ShownStep[]
  readonly initStorage: Readonly<Record<string, string>>
  readonly currentStorage: Readonly<Record<string, string>>
  readonly storageSize: number
  readonly result: string
  readonly error: string
  readonly reverted: boolean
}

const everything = {
  name: 'struct-logs',
  disableMemory: false,
  disableStack: false,
  disableStorage: false,
} as const

function shown(transaction: TracedTransaction): Shown {
  const parsed: Shown = JSON.parse(traceTextOf(everything, transaction))
  return parsed
}

const word = (value: number): string => value.toString(16).padStart(64, '0')
const costs = ({ structLogs }: Shown): (number | string | null)[][] =>
  structLogs.map(({ op, depth, gasCost }) => [op, depth, gasCost])

describe('a traced contract', () => {
  it('shows the machine before each instruction, with members in the order of the reference node', () => {
    expect(traceTextOf(everything, { code: '7 0 MSTORE STOP' })).toBe(
      `{"contractAddress":"${toHexDigits(contractAddress)}","initStorage":{},"structLogs":[` +
        `{"op":"PUSH1","depth":0,"pc":0,"gas":179000,"gasCost":3,"memory":[],"stack":[],"storage":{}},` +
        `{"op":"PUSH1","depth":0,"pc":2,"gas":178997,"gasCost":3,"memory":[],"stack":["${word(7)}"],"storage":{}},` +
        `{"op":"MSTORE","depth":0,"pc":4,"gas":178994,"gasCost":6,"memory":[],"stack":["${word(7)}","${word(0)}"],"storage":{}},` +
        `{"op":"STOP","depth":0,"pc":5,"gas":178988,"gasCost":0,"memory":["${word(7)}"],"stack":[],"storage":{}}` +
        `],"result":"","error":"","reverted":false,"storageSize":0,"currentStorage":{}}`,
    )
  })

  it('is shown without the disabled members', () => {
    const text = traceTextOf(
      { name: 'struct-logs', disableMemory: true, disableStack: true, disableStorage: true },
      { code: '1 0 SSTORE' },
    )
    const steps: Shown = JSON.parse(text)
    expect(Object.keys(steps.structLogs[0]!)).toEqual(['op', 'depth', 'pc', 'gas', 'gasCost'])
  })

  it('shows its storage before the execution and after each access', () => {
    const trace = shown({
      code: '0 1 SSTORE 9 2 SSTORE 3 SLOAD STOP',
      prepare: (state) => {
        state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(5))
        state.setStorage(contractAddress, wordBytes(4n), Uint8Array.of(6))
      },
    })
    const before = { [word(1)]: word(5), [word(4)]: word(6) }
    const after = { [word(4)]: word(6), [word(2)]: word(9) }
    expect(trace.initStorage).toEqual(before)
    expect(trace.structLogs[2]!.storage).toEqual(before)
    expect(trace.structLogs[3]!.storage).toEqual({ [word(4)]: word(6) })
    expect(trace.structLogs.at(-1)!.storage).toEqual(after)
    expect(trace.currentStorage).toEqual(after)
    expect(trace.storageSize).toBe(2)
  })

  it('shows a failed instruction with cost 0, and the cause', () => {
    const trace = shown({ code: '1 JUMP' })
    expect(costs(trace)).toEqual([
      ['PUSH1', 0, 3],
      ['JUMP', 0, 0],
    ])
    expect(trace).toMatchObject({ error: 'invalid jump destination', reverted: false, result: '' })
    expect(shown({ code: '#0c' }).structLogs[0]).toMatchObject({ op: null, gasCost: 0 })
  })

  it('shows the data of a revert', () => {
    const trace = shown({ code: '7 0 MSTORE 32 0 REVERT' })
    expect(trace).toMatchObject({ error: '', reverted: true, result: word(7) })
  })

  it('has the cost of a call at the last step of the callee', () => {
    const trace = shown({ code: `${callTo('CALL', calleeAddress)} STOP`, calleeCode: '1 POP STOP' })
    const inner = costs(trace).filter(([, depth]) => depth === 1)
    const call = trace.structLogs.find(({ op }) => op === 'CALL')!
    expect(call.gasCost).toBe(0)
    expect(inner.slice(0, 2)).toEqual([
      ['PUSH1', 1, 3],
      ['POP', 1, 2],
    ])
    expect(inner[2]).toEqual(['STOP', 1, expect.any(Number)])
    // All available gas, with the price of the call.
    expect(inner[2]![2]).toBeGreaterThan(170_000)
  })

  it('has the cost of a call to an account without code at the call', () => {
    const trace = shown({ code: `${callTo('STATICCALL', stranger)} STOP` })
    expect(trace.structLogs.find(({ op }) => op === 'STATICCALL')!.gasCost).toBeGreaterThan(170_000)
  })

  it('shows no steps of the init code that it runs', () => {
    const trace = shown({ code: '0 0 MSTORE 1 0 0 CREATE POP SELFDESTRUCT' })
    expect(trace.structLogs.map(({ depth }) => depth)).not.toContain(1)
    expect(trace.structLogs.at(-1)!.op).toBe('SUICIDE')
  })
})

describe('a transaction without code', () => {
  it('is shown as a transfer', () => {
    const text = traceTextOf(everything, { to: stranger, value: 258n, data: fromHex('00ff00ff') })
    expect(JSON.parse(text)).toEqual({
      programInvoke: null,
      transferInvoke: {
        ownerAddress: toHexDigits(stranger).padStart(64, '0'),
        callerAddress: toHexDigits(alice.address).padStart(64, '0'),
        gas: 0,
        callValue: word(258),
        msgData: 'AP8A/w==',
      },
      subtraces: [],
      result: null,
      error: null,
      reverted: false,
    })
  })
})

describe('the limit of a trace', () => {
  it('stops an endless trace', () => {
    const endless = { code: 'loop: 1 POP @loop JUMP' }
    const tooLarge = expect.objectContaining({ code: 'too-large' })
    const trace = (): string => traceTextOf(everything, endless, 10_000)
    expect(trace).toThrow(TraceError)
    expect(trace).toThrow(tooLarge)
  })
})
