import { describe, expect, it } from 'vitest'
import { alice, contractAddress, stranger } from '../../execution/executionWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import { calleeAddress, callTo, type TracedTransaction, treeOf } from '../tracingWorld.cases.ts'
import { parityTraces } from './parityTraces.ts'
import { traceText } from './traceText.ts'

interface Shown {
  readonly action: Readonly<Record<string, string>>
  readonly type: string
  readonly subtraces: number
  readonly traceAddress: readonly number[]
  readonly result: Readonly<Record<string, string>> | null
  readonly error?: string
}

const place = {
  blockHash: new Uint8Array(32).fill(1),
  blockNumber: 21,
  transactionHash: new Uint8Array(32).fill(2),
  transactionPosition: 3,
}

const texts = (transaction: TracedTransaction): string[] =>
  [...parityTraces(treeOf(transaction).root)].map((trace) => traceText(trace, place))

function shown(transaction: TracedTransaction): Shown[] {
  return texts(transaction).map((text): Shown => JSON.parse(text))
}

const contract = toHex(contractAddress)
const callee = toHex(calleeAddress)
const deep = standardPrecompileAddress(4)

describe('a list of traces', () => {
  it('has the members of a trace in the order of the reference node', () => {
    expect(texts({ to: stranger, value: 5n })).toEqual([
      `{"action":{"callType":"call","from":"${toHex(alice.address)}","to":"${toHex(stranger)}","gas":"0x2bb38",` +
        `"input":"0x","value":"0x5"},"blockHash":"0x${'01'.repeat(32)}","blockNumber":21,` +
        `"transactionHash":"0x${'02'.repeat(32)}","transactionPosition":3,"type":"call","subtraces":0,` +
        `"traceAddress":[],"result":{"gasUsed":"0x0","output":"0x"}}`,
    ])
  })

  it('is in depth-first order', () => {
    const traces = shown({
      code: `${callTo('CALL', calleeAddress)} ${callTo('STATICCALL', stranger)}`,
      calleeCode: callTo('CALL', stranger),
    })
    expect(traces.map(({ traceAddress, subtraces }) => [traceAddress, subtraces])).toEqual([
      [[], 2],
      [[0], 1],
      [[0, 0], 0],
      [[1], 0],
    ])
  })

  it('shows a delegated call from the executing contract to the owner of the code', () => {
    const [, inner] = shown({ code: callTo('DELEGATECALL', calleeAddress), calleeCode: 'STOP' })
    expect(inner!.action).toMatchObject({ callType: 'delegatecall', from: contract, to: callee })
  })

  it('shows a call by CALLCODE from the executing contract to the owner of the code', () => {
    const [, inner] = shown({ code: callTo('CALLCODE', calleeAddress), calleeCode: 'STOP' })
    expect(inner!.action).toMatchObject({ callType: 'callcode', from: contract, to: callee })
  })

  it('shows the value of the frame for a delegated call, even to an account without code', () => {
    const [, inner] = shown({ code: callTo('DELEGATECALL', stranger), value: 20n })
    expect(inner!.action).toMatchObject({ callType: 'delegatecall', value: '0x14' })
  })

  it('shows a creation with empty init code', () => {
    const [, created] = shown({ code: '0 0 0 CREATE POP' })
    expect(created).toMatchObject({ type: 'create', action: { init: '0x' }, result: { code: '0x' } })
  })

  it('continues after a reverted inner call', () => {
    const traces = shown({
      code: `${callTo('CALL', calleeAddress)} ${callTo('CALL', stranger)}`,
      calleeCode: '0 0 REVERT',
    })
    expect(traces.map(({ error }) => error)).toEqual([undefined, 'Reverted', undefined])
    expect(traces[1]!.result).toBeNull()
  })

  it('shows a state change in a static call as an error', () => {
    const [, inner] = shown({ code: callTo('STATICCALL', calleeAddress), calleeCode: '1 1 SSTORE' })
    expect(inner).toMatchObject({ error: 'Mutable Call In Static Context', result: null })
  })

  it('leaves out calls of precompiled contracts', () => {
    expect(shown({ code: callTo('CALL', deep) })).toMatchObject([{ subtraces: 0 }])
  })

  it('shows creations of contracts, except those whose init code fails', () => {
    const [, created] = shown({ code: '#67 #60075f5360015ff3 0 MSTORE 1 8 24 0 CREATE2 POP' })
    expect(created).toMatchObject({
      type: 'create',
      action: { from: contract, init: '0x60075f5360015ff3', creationMethod: 'create2' },
      result: { code: '0x07' },
    })
    expect(shown({ code: '#62 #5f5ffd 0 MSTORE 1 3 29 0 CREATE2 POP' })).toHaveLength(1)
    expect(shown({ code: '#60 #fe 0 MSTORE8 1 1 0 0 CREATE2 POP' })).toHaveLength(1)
    const [, refused] = shown({ code: '#67 #60ef5f5360015ff3 0 MSTORE 8 24 0 CREATE POP' })
    expect(refused).toMatchObject({ type: 'create', error: 'Invalid code', result: null })
  })

  it('shows the transfer of a self-destruction', () => {
    const [, destroyed] = shown({ code: `#73${toHex(stranger).slice(2)} SELFDESTRUCT`, value: 20n })
    expect(destroyed).toMatchObject({
      type: 'suicide',
      action: { address: contract, refundAddress: toHex(stranger), balance: '0x14' },
      result: null,
    })
  })
})
