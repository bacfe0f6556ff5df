import { describe, expect, it } from 'vitest'
import { alice, contractAddress, stranger } from '../../execution/executionWorld.cases.ts'
import { toHex } from '../../primitives/hex.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import { TraceError } from '../output/traceError.ts'
import { calleeAddress, callTo, type TracedTransaction, traceTextOf } from '../tracingWorld.cases.ts'

interface Shown {
  readonly type: string
  readonly from: string
  readonly to?: string
  readonly input: string
  readonly output?: string
  readonly error?: string
  readonly revertReason?: string
  readonly calls?: readonly Shown[]
  readonly logs?: readonly { readonly index: number; readonly position: string }[]
}

const calls = { name: 'calls', onlyTopCall: false, withLog: false } as const

function shown(transaction: TracedTransaction, options: object = {}): Shown {
  const parsed: Shown = JSON.parse(traceTextOf({ ...calls, ...options }, transaction))
  return parsed
}

const contract = toHex(contractAddress)
const callee = toHex(calleeAddress)
const returnSeven = '7 0 MSTORE 32 0 RETURN'
const seven = `0x${'7'.padStart(64, '0')}`

describe('the callTracer', () => {
  it('has the members of geth, in the order of the reference node', () => {
    const text = traceTextOf(calls, { code: returnSeven, data: Uint8Array.of(1, 2), value: 3n })
    expect(text).toBe(
      `{"type":"CALL","from":"${toHex(alice.address)}","to":"${contract}","value":"0x3","gas":"0x30d40",` +
        `"gasUsed":"0x523a","input":"0x0102","output":"${seven}"}`,
    )
  })

  it.each(['CALL', 'CALLCODE', 'DELEGATECALL', 'STATICCALL'] as const)(
    'shows a %s with its own input and whole output',
    (kind) => {
      const trace = shown({ code: callTo(kind, calleeAddress), calleeCode: returnSeven })
      expect(trace.calls).toHaveLength(1)
      expect(trace.calls![0]).toMatchObject({
        type: kind,
        from: contract,
        to: callee,
        input: '0x',
        output: seven,
      })
    },
  )

  it('shows precompiled contracts as calls', () => {
    const identity = standardPrecompileAddress(4)
    const code = `7 0 MSTORE 0 0 32 0 #73${toHex(identity).slice(2)} GAS STATICCALL`
    const { calls } = shown({ code })
    expect(calls).toMatchObject([{ type: 'STATICCALL', to: toHex(identity), input: seven, output: seven }])
  })

  it('shows the reason of a reverted inner call, and the continued caller', () => {
    // Error("no") as Solidity encodes it.
    const reason =
      '#6308c379a0 224 SHL 0 MSTORE 32 4 MSTORE 2 36 MSTORE #61 #6e6f 240 SHL 68 MSTORE 100 0 REVERT'
    const trace = shown({ code: `${callTo('CALL', calleeAddress)} ${returnSeven}`, calleeCode: reason })
    expect(trace.output).toBe(seven)
    expect(trace.calls![0]).toMatchObject({ error: 'execution reverted', revertReason: 'no' })
  })

  it('shows an inner creation that cannot pay for its code with all its gas and without an address', () => {
    // The init code returns 1,000 bytes of code, whose deposit costs 200,000 gas.
    const { calls } = shown({ code: '#65 #6103e86000f3 208 SHL 0 MSTORE 6 0 0 CREATE' })
    expect(calls).toMatchObject([{ type: 'CREATE', error: 'contract creation code storage out of gas' }])
    const [creation] = calls!
    expect(creation).not.toHaveProperty('to')
    expect(Object(creation).gasUsed).toBe(Object(creation).gas)
  })

  it('shows the cause of a halt', () => {
    const inStatic = shown({ code: callTo('STATICCALL', calleeAddress), calleeCode: '1 1 SSTORE' })
    expect(inStatic.calls![0]).toMatchObject({ error: 'write protection', output: '0x' })
    expect(shown({ code: 'POP' })).toMatchObject({ error: 'stack underflow' })
  })

  it('shows creations with address and code, and failed ones without', () => {
    const initCode = '#60075f5360015ff3'
    const made = shown({ code: `#67${initCode.slice(1)} 0 MSTORE 1 8 24 0 CREATE2 POP` })
    expect(made.calls).toMatchObject([{ type: 'CREATE2', output: '0x07', input: `0x${initCode.slice(1)}` }])
    expect(made.calls![0]!.to).toMatch(/^0x[0-9a-f]{40}$/)

    const reverting = shown({ code: '#625f5ffd 0 MSTORE 3 29 0 CREATE POP' })
    expect(reverting.calls).toMatchObject([{ type: 'CREATE', error: 'execution reverted' }])
    expect(reverting.calls![0]!.to).toBeUndefined()
  })

  it('shows the transfer of a self-destruction', () => {
    const { calls } = shown({ code: `#73${toHex(stranger).slice(2)} SELFDESTRUCT`, value: 20n })
    expect(calls).toEqual([
      {
        type: 'SELFDESTRUCT',
        from: contract,
        to: toHex(stranger),
        value: '0x14',
        gas: '0x0',
        gasUsed: '0x0',
        input: '0x',
      },
    ])
  })

  it('shows only the outermost call with onlyTopCall', () => {
    const transaction = { code: callTo('CALL', calleeAddress), calleeCode: returnSeven }
    expect(shown(transaction, { onlyTopCall: true }).calls).toBeUndefined()
  })

  it('numbers logs within the block and leaves out reverted ones', () => {
    const code = `0 0 LOG0 ${callTo('CALL', calleeAddress)} 0 0 LOG0`
    const kept = shown({ code, calleeCode: '0 0 LOG0' }, { withLog: true })
    expect(kept.logs).toMatchObject([
      { index: 5, position: '0x0' },
      { index: 7, position: '0x1' },
    ])
    expect(kept.calls![0]!.logs).toMatchObject([{ index: 6 }])

    const lost = shown({ code, calleeCode: '0 0 LOG0 0 0 REVERT' }, { withLog: true })
    expect(lost.logs).toMatchObject([{ index: 5 }, { index: 6 }])
    expect(lost.calls![0]!.logs).toBeUndefined()
  })

  it('throws if the tree exceeds the limit', () => {
    const endless = { code: `loop: ${callTo('STATICCALL', calleeAddress)} @loop JUMP`, calleeCode: 'STOP' }
    expect(() => traceTextOf(calls, endless, 20_000)).toThrow(TraceError)
  })
})
