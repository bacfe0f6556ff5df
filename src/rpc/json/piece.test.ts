import { describe, expect, it } from 'vitest'
import { giveBack, lend } from '../../primitives/work/lentBytes.ts'
import { joined, textOf, trimmed } from './piece.ts'

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

  it('lose characters at their ends across pieces, and are given back as a whole', () => {
    const text = 'abcdefgh'
    for (let before = 0; before < 4; before++) {
      for (let after = 0; after < 4; after++) {
        let lentCount = 0
        const lent = (part: string) => {
          lentCount++
          return lend(bytes(part), () => lentCount--)
        }
        const left = trimmed(['a', '', lent('bc'), lent('def'), 'g', lent('h')], before, after)
        expect(left.map(textOf).join('')).toBe(text.slice(before, text.length - after))
        expect(left.every(({ length }) => length > 0)).toBe(true)
        left.forEach(giveBack)
        expect(lentCount).toBe(0)
      }
    }
  })
})
