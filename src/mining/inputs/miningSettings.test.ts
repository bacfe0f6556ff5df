import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../../primitives/hex.ts'
import { extraDataOf } from './miningSettings.ts'

describe('the extra data of a block', () => {
  it('encodes extra data as a list of a version and a name', () => {
    expect(toHexDigits(extraDataOf('abc'))).toBe('c50183616263')
  })

  it('rejects a name that does not fit in 32 bytes', () => {
    expect(extraDataOf('x'.repeat(29))).toHaveLength(32)
    expect(() => extraDataOf('x'.repeat(30))).toThrow(RangeError)
  })
})
