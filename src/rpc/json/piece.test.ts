import { describe, expect, it } from 'vitest'
import { joined, textOf } from './piece.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

describe('pieces of a text', () => {
  it('are one text when all of them are text', () => {
    expect(joined(['["a', '"]'])).toBe('["a"]')
  })

  it('are bytes when one of them has bytes', () => {
    const whole = joined(['["', bytes('ä€😀'), '"]'])
    expect(whole).toBeInstanceOf(Uint8Array)
    expect(textOf(whole)).toBe('["ä€😀"]')
  })
})
