import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../primitives/hex.ts'
import { consoleText } from './consoleMessages.ts'

const word = (digits: string): string => digits.padStart(64, '0')
const text = (content: string): string => {
  const digits = Buffer.from(content).toString('hex')
  return word((digits.length / 2).toString(16)) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}
const logged = (...parts: string[]): string | undefined => consoleText(fromHex(parts.join('')))

describe('a message of a contract to the console', () => {
  it.each([
    ['log(string)', ['41304fac', word('20'), text('hello')], 'hello'],
    ['log(uint256)', ['f82c50f1', word('2a')], '42'],
    ['log(uint), as older libraries wrote it', ['f5b1bba9', 'f'.repeat(64)], String(2n ** 256n - 1n)],
    ['log(int256)', ['2d5b6cb9', 'f'.repeat(64)], '-1'],
    ['log(bool)', ['32458eed', word('1')], 'true'],
    ['log(address)', ['2c2ecbc2', word('ab'.repeat(20))], `0x${'ab'.repeat(20)}`],
    ['logBytes32(bytes32)', ['2d21d6f7', '12'.repeat(32)], `0x${'12'.repeat(32)}`],
    ['log(string,uint256)', ['b60e72cc', word('40'), word('7'), text('seven is')], 'seven is 7'],
  ])('is decoded from %s', (_signature, parts, expected) => {
    expect(logged(...parts)).toBe(expected)
  })

  it('has its placeholders filled, and further values appended', () => {
    const logWith = (format: string): string | undefined =>
      logged('b60e72cc', word('40'), word('7'), text(format))
    expect(logWith('%s dwarfs')).toBe('7 dwarfs')
    expect(logWith('100%% of %d')).toBe('100% of 7')
    expect(logWith('%s and %s')).toBe('7 and %s')
    expect(logWith('plain')).toBe('plain 7')
  })

  it('has its control characters escaped', () => {
    expect(logged('41304fac', word('20'), text('a\x1b[2J\nb'))).toBe('a\\u001b[2J\\nb')
  })

  it('is cut where data is missing, and undefined for unknown methods', () => {
    expect(logged('41304fac', word('20'), word('ffff'), 'aa')).toBe('�')
    expect(logged('41304fac', 'f'.repeat(64))).toBe('')
    expect(logged('41304fac')).toBe('')
    expect(logged('deadbeef')).toBeUndefined()
    expect(logged()).toBeUndefined()
  })
})
