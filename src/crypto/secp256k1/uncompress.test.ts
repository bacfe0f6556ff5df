import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { loadNoble } from './noble.ts'
import { uncompress } from './uncompress.ts'

const noble = loadNoble()
const shown = (key: Uint8Array | undefined): string | undefined => key && toHex(key)

describe('uncompress', () => {
  it('finds the same points as a library, and none for the same bytes', () => {
    const answers = new Set<boolean>()
    for (let time = 0; time < 40; time++) {
      const key = Uint8Array.from([2 + (time & 1), ...randomBytes(32)])
      const point = uncompress(key)
      expect(shown(point)).toBe(shown(noble.uncompress(key)))
      answers.add(point === undefined)
    }
    expect(answers.size).toBe(2)
  })

  it.each([
    ['an x that is not below the prime', `02${'f'.repeat(56)}fffffc2f`],
    ['an x with which no point exists', `02${'0'.repeat(63)}5`],
    ['another form', `05${'0'.repeat(63)}1`],
    ['a key of another length', '02ff'],
  ])('refuses %s', (_, digits) => {
    expect(uncompress(Uint8Array.from(Buffer.from(digits, 'hex')))).toBeUndefined()
  })
})
