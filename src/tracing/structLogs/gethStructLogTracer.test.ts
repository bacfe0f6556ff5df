import { describe, expect, it } from 'vitest'
import { contractAddress, stranger } from '../../execution/executionWorld.cases.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { calleeAddress, callTo, type TracedTransaction, traceTextOf } from '../tracingWorld.cases.ts'

interface ShownStep {
  readonly pc: number
  readonly op: string
  readonly gas: number
  readonly gasCost: number
  readonly depth: number
  readonly stack?: readonly string[]
  readonly memory?: readonly string[]
  readonly storage?: Readonly<Record<string, string>>
  readonly returnData?: string
  readonly refund?: number
  readonly error?: string
}

interface Shown {
  readonly gas: number
  readonly failed: boolean
  readonly returnValue: string
  readonly structLogs: readonly ShownStep[]
}

const defaults = {
  name: 'geth-struct-logs',
  enableMemory: false,
  enableReturnData: false,
  disableStack: false,
  disableStorage: false,
  limit: 0,
} as const

function shown(transaction: TracedTransaction, options: object = {}): Shown {
  const parsed: Shown = JSON.parse(traceTextOf({ ...defaults, ...options }, transaction))
  return parsed
}

const word = (value: number): string => value.toString(16).padStart(64, '0')

describe('the structLogger', () => {
  it('has the members of geth: steps from depth 1 with their stack, and the outcome', () => {
    expect(shown({ code: '7 0 MSTORE 32 0 RETURN' })).toEqual({
      gas: 21018,
      failed: false,
      returnValue: `0x${word(7)}`,
      structLogs: [
        { pc: 0, op: 'PUSH1', gas: 179000, gasCost: 3, depth: 1, stack: [] },
        { pc: 2, op: 'PUSH1', gas: 178997, gasCost: 3, depth: 1, stack: ['0x7'] },
        { pc: 4, op: 'MSTORE', gas: 178994, gasCost: 6, depth: 1, stack: ['0x7', '0x0'] },
        { pc: 5, op: 'PUSH1', gas: 178988, gasCost: 3, depth: 1, stack: [] },
        { pc: 7, op: 'PUSH1', gas: 178985, gasCost: 3, depth: 1, stack: ['0x20'] },
        { pc: 9, op: 'RETURN', gas: 178982, gasCost: 0, depth: 1, stack: ['0x20', '0x0'] },
      ],
    })
  })

  it('shows memory and return data only when asked, and no stack when not wanted', () => {
    const transaction = {
      code: `${callTo('CALL', calleeAddress)} 1 0 MSTORE STOP`,
      calleeCode: '7 0 MSTORE 32 0 RETURN',
    }
    const options = { enableMemory: true, enableReturnData: true, disableStack: true }
    const last = shown(transaction, options).structLogs.at(-1)!
    expect(last).toEqual({
      ...{ pc: last.pc, op: 'STOP', gas: last.gas, gasCost: 0, depth: 1 },
      returnData: `0x${word(7)}`,
      memory: [word(1)],
    })
  })

  it('shows the accessed cells of the contract at SLOAD and SSTORE only', () => {
    const { structLogs } = shown({
      code: '1 SLOAD POP 9 2 SSTORE STOP',
      prepare: (state) => state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(5)),
    })
    expect(structLogs.filter(({ storage }) => storage !== undefined)).toMatchObject([
      { op: 'SLOAD', storage: { [word(1)]: word(5) } },
      { op: 'SSTORE', storage: { [word(1)]: word(5), [word(2)]: word(9) } },
    ])
    const cleared = shown({
      code: '0 1 SSTORE STOP',
      prepare: (state) => state.setStorage(contractAddress, wordBytes(1n), Uint8Array.of(5)),
    })
    expect(cleared.structLogs.at(-2)).toMatchObject({ op: 'SSTORE', storage: { [word(1)]: word(0) } })
    expect(shown({ code: '1 SLOAD' }, { disableStorage: true }).structLogs[1]).not.toHaveProperty('storage')
  })

  it('shows inner steps one level deeper, those of init code too', () => {
    const called = shown({ code: callTo('CALL', calleeAddress), calleeCode: 'STOP' })
    expect(called.structLogs.filter(({ depth }) => depth === 2)).toMatchObject([{ op: 'STOP' }])
    const created = shown({ code: '0 0 MSTORE 1 0 0 CREATE POP' })
    expect(created.structLogs.map(({ depth }) => depth)).toContain(2)
  })

  it('shows the cause of a failure at its step', () => {
    const { failed, returnValue, structLogs } = shown({ code: '1 JUMP' })
    expect([failed, returnValue]).toEqual([true, '0x'])
    expect(structLogs.at(-1)).toMatchObject({ op: 'JUMP', error: 'invalid jump destination' })
    expect(shown({ code: '#0c' }).structLogs[0]!.op).toBe('opcode 0xc not defined')
  })

  it('stops showing steps at the limit', () => {
    const { structLogs, returnValue } = shown({ code: '7 0 MSTORE 32 0 RETURN' }, { limit: 2 })
    expect(structLogs).toHaveLength(2)
    expect(returnValue).toBe(`0x${word(7)}`)
  })

  it('has no steps for a payment', () => {
    expect(shown({ to: stranger, value: 1n })).toEqual({
      ...{ gas: 21000, failed: false, returnValue: '0x', structLogs: [] },
    })
  })
})
