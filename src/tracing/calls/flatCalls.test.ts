import { describe, expect, it } from 'vitest'
import { alice, contractAddress, stranger } from '../../execution/executionWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import { calleeAddress, callTo, type TracedTransaction, traceTextOf } from '../tracingWorld.cases.ts'

interface Shown {
  readonly action: { readonly callType?: string; readonly to?: string }
  readonly type: string
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly result?: object
  readonly error?: string
}

const flat = { name: 'flat-calls', convertParityErrors: false, includePrecompiles: false } as const

function shown(transaction: TracedTransaction, options: object = {}): readonly Shown[] {
  const parsed: readonly Shown[] = JSON.parse(traceTextOf({ ...flat, ...options }, transaction))
  return parsed
}

const contract = toHex(contractAddress)
const callee = toHex(calleeAddress)
const returnSeven = '7 0 MSTORE 32 0 RETURN'
const seven = `0x${'7'.padStart(64, '0')}`

describe('the flatCallTracer', () => {
  it('has the members of geth', () => {
    expect(shown({ code: returnSeven, data: Uint8Array.of(1, 2), value: 3n })).toEqual([
      {
        action: {
          callType: 'call',
          from: toHex(alice.address),
          gas: '0x30d40',
          input: '0x0102',
          to: contract,
          value: '0x3',
        },
        blockHash: `0x${'b1'.repeat(32)}`,
        blockNumber: 7,
        result: { gasUsed: '0x523a', output: seven },
        subtraces: 0,
        traceAddress: [],
        transactionHash: `0x${'7a'.repeat(32)}`,
        transactionPosition: 2,
        type: 'call',
      },
    ])
  })

  it('lists parents before their calls, with the path of each', () => {
    const calls = [callTo('CALL', calleeAddress), callTo('STATICCALL', stranger)].join(' ')
    const list = shown({ code: calls, calleeCode: callTo('DELEGATECALL', stranger) })
    expect(list.map(({ traceAddress, subtraces }) => [traceAddress, subtraces])).toEqual([
      [[], 2],
      [[0], 1],
      [[0, 0], 0],
      [[1], 0],
    ])
    expect(list.map(({ action }) => action.callType)).toEqual(['call', 'call', 'delegatecall', 'staticcall'])
    expect(list[2]!.action).toMatchObject({ from: callee, to: toHex(stranger) })
  })

  it('shows creations with method, address and code, and failed ones too', () => {
    const initCode = '60075f5360015ff3'
    const [, made] = shown({ code: `#67${initCode} 0 MSTORE 1 8 24 0 CREATE2 POP` })
    expect(made).toMatchObject({
      type: 'create',
      action: { creationMethod: 'create2', from: contract, init: `0x${initCode}`, value: '0x0' },
      result: { code: '0x07', address: expect.stringMatching(/^0x[0-9a-f]{40}$/) },
    })
    const [, failed] = shown({ code: '#625f5ffd 0 MSTORE 3 29 0 CREATE POP' })
    expect(failed).toMatchObject({ type: 'create', error: 'execution reverted' })
  })

  it('shows self-destructions', () => {
    const list = shown({ code: `#73${toHex(stranger).slice(2)} SELFDESTRUCT`, value: 20n })
    const action = { address: contract, balance: '0x14', refundAddress: toHex(stranger) }
    expect(list[1]).toMatchObject({ type: 'suicide', action, traceAddress: [0] })
    expect(list[1]).not.toHaveProperty('result')
  })

  it('keeps the output of a revert and drops the result of a halt', () => {
    const reverting = shown({ code: '7 0 MSTORE 32 0 REVERT' })
    expect(reverting[0]).toMatchObject({ error: 'execution reverted', result: { output: seven } })
    const halted = shown({ code: 'POP' })
    expect(halted[0]!.error).toBe('stack underflow')
    expect(halted[0]).not.toHaveProperty('result')
  })

  it('has the words of Parity when asked', () => {
    const options = { convertParityErrors: true }
    expect(shown({ code: '0 0 REVERT' }, options)[0]!.error).toBe('Reverted')
    expect(shown({ code: 'POP' }, options)[0]!.error).toBe('Stack underflow')
  })

  it('shows calls of precompiled contracts only when asked', () => {
    const identity = standardPrecompileAddress(4)
    const code = `0 0 32 0 #73${toHex(identity).slice(2)} GAS STATICCALL`
    expect(shown({ code }).map(({ subtraces }) => subtraces)).toEqual([0])
    expect(shown({ code }, { includePrecompiles: true })[1]!.action.to).toBe(toHex(identity))
  })
})
