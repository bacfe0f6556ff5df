import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import { calleeAddress, traceTextOf } from '../tracingWorld.cases.ts'

const callWith = (to: Uint8Array, length: number): string =>
  `0 0 ${length} 0 0 #73${toHex(to).slice(2)} GAS CALL POP`

describe('the 4byteTracer', () => {
  it('counts calls by selector and length of the arguments', () => {
    const code = [
      '#63a9059cbb 224 SHL 0 MSTORE',
      callWith(calleeAddress, 68),
      callWith(calleeAddress, 68),
      callWith(calleeAddress, 4),
      // Too short for a selector.
      callWith(calleeAddress, 3),
      callWith(standardPrecompileAddress(4), 36),
    ].join(' ')
    const text = traceTextOf({ name: 'four-bytes' }, { code, data: fromHex('27dc297e00ff') })
    expect(JSON.parse(text)).toEqual({ '0x27dc297e-2': 1, '0xa9059cbb-64': 2, '0xa9059cbb-0': 1 })
  })

  it('is empty for a creation', () => {
    expect(traceTextOf({ name: 'four-bytes' }, { to: null, data: fromHex('60006000f3') })).toBe('{}')
  })
})
