import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { JsonText } from './jsonText.ts'
import { braces, brackets, enclosed, endOfTurn, inParts, type TextParts } from './parts.ts'
import { plainResult } from './result.ts'

const text = (parts: TextParts): string => [...{ [Symbol.iterator]: () => parts }].join('')

describe('an answer in parts', () => {
  it('is one text when it is short', () => {
    const result = inParts(enclosed(brackets, ['1', '2']))
    expect(result).toBeInstanceOf(JsonText)
    expect(result).toHaveProperty('text', '[1,2]')
  })

  it('is the same value when it is long', async () => {
    const values = Array.from({ length: 30_000 }, (_, index) => index)
    const result = inParts(enclosed(brackets, values.map(String)))
    expect(result).not.toBeInstanceOf(JsonText)
    expect(await plainResult(result)).toEqual(values)
  })

  it('makes at most 64 KiB and one part in a turn of the event loop', async () => {
    let made = 0
    function* parts(): TextParts & Generator<string> {
      for (let count = 0; count < 100; count++) {
        made++
        yield `"${'x'.repeat(10_000)}"`
      }
    }
    const answer = plainResult(inParts(enclosed(brackets, parts())))
    let before = 0
    for (let turns = 0; made < 100 && turns < 1_000; turns++) {
      expect(made - before).toBeLessThanOrEqual(8)
      before = made
      await nextTurn()
    }
    expect(await answer).toHaveLength(100)
  })

  it('leaves the turn while its parts are work without text', async () => {
    let done = 0
    function* parts(): TextParts & Generator<string> {
      for (; done < 10; done++) yield endOfTurn
      yield '"text"'
    }
    const answer = inParts(parts())
    expect(done).toBe(0)
    expect(await plainResult(answer)).toBe('text')
    expect(done).toBe(10)
  })

  it('has brackets and commas between its entries, also nested', () => {
    expect(text(enclosed(braces, []))).toBe('{}')
    expect(text(enclosed(brackets, [enclosed(brackets, []), enclosed(brackets, ['1'])]))).toBe('[[],[1]]')
  })
})
