import { describe, expect, it } from 'vitest'
import { revertReason } from './revertReason.ts'

const bytes = (text: string): string => Buffer.from(text).toString('hex')
const word = (value: number): string => value.toString(16).padStart(64, '0')
/** The output of `revert(text)`. */
const reverted = (text: string): string => {
  const length = Buffer.byteLength(text)
  const padded = bytes(text).padEnd(Math.ceil(length / 32) * 64, '0')
  return `0x08c379a0${word(32)}${word(length)}${padded}`
}

describe('the reason of a reverted call', () => {
  it('is the text of the contract', () => {
    expect(revertReason(null, reverted('not enough'))).toBe('not enough')
  })

  it('neither turns the direction of writing, nor hides characters, nor breaks the line', () => {
    expect(revertReason(null, reverted('paid\u202e000,1\u2066 to\u200b you\u2028now\n!'))).toBe(
      'paid000,1 to you now !',
    )
  })

  it('is short', () => {
    expect(revertReason(null, reverted('x'.repeat(5_000)))).toHaveLength(1_000)
  })
})
