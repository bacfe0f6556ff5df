import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Holding, Holdings } from './holdings.ts'

function open(total: number, perOwner = total) {
  const book = new Holdings({ total, perOwner: () => perOwner })
  const cut: string[] = []
  const take = (owner: string, amount: number, name = owner): Holding | undefined =>
    book.take(owner, amount, () => cut.push(name))
  return { book, take, cut }
}

describe('holdings', () => {
  it('of an owner end at its share, which one of them may exceed', () => {
    const { take, book } = open(100, 10)
    expect(take('a', 15)).toBeDefined()
    expect(take('a', 1)).toBeUndefined()
    expect(take('b', 1)).toBeDefined()
    expect(book.isFullFor('a')).toBe(true)
    expect(book.isFullFor('b')).toBe(false)
  })

  it('of the largest owner are cut off, the oldest first, when the total is full', () => {
    const { take, cut, book } = open(10)
    take('large', 4, 'first')
    take('large', 4, 'second')
    take('small', 2)
    expect(take('newcomer', 3)).toBeDefined()
    expect(cut).toEqual(['first'])
    expect(book.sum).toBe(9)
  })

  it('are refused to the largest owner when the total is full', () => {
    const { take, cut, book } = open(10)
    take('large', 8)
    take('small', 2)
    expect(book.isFullOf('large')).toBe(true)
    expect(book.isFullOf('small')).toBe(false)
    expect(take('large', 1)).toBeUndefined()
    expect(take('newcomer', 9)).toBeUndefined()
    expect(cut).toEqual([])
  })

  it('grow by the same rule, and not after they were cut off', () => {
    const { take, cut, book } = open(10)
    const large = take('large', 8)!
    const small = take('small', 2)!
    expect(book.grow(large, 1)).toBe(false)
    expect(book.grow(small, 1)).toBe(true)
    expect(cut).toEqual(['large'])
    expect(book.grow(large, 1)).toBe(false)
    book.shrink(small, 2)
    expect(book.sum).toBe(1)
  })

  it('are cut off when their clients read too slowly', () => {
    const { take, cut, book } = open(100)
    for (const [name, sinceMs] of Object.entries({ slow: 0, quick: 50, unread: Infinity })) {
      take(name, 10)!.readSinceMs = sinceMs
    }
    book.cutOffSlow(100, (amount) => 8 * amount)
    expect(cut).toEqual(['slow'])
    expect(book.holdsFor('slow')).toBe(false)
  })

  it('are counted until they are released once', () => {
    const step = fc.record({ owner: fc.nat(3), amount: fc.nat(20), isRelease: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const book = new Holdings({ total: 40, perOwner: () => 25 })
        const held = new Set<Holding>()
        for (const { owner, amount, isRelease } of steps) {
          const [oldest] = held
          if (isRelease && oldest !== undefined) {
            book.release(oldest)
            book.release(oldest)
            held.delete(oldest)
          } else {
            const holding = book.take(String(owner), amount, () => held.delete(holding!))
            if (holding !== undefined) held.add(holding)
          }
          expect(book.sum).toBe([...held].reduce((sum, holding) => sum + holding.amount, 0))
          expect(book.sum).toBeLessThan(40 + 20)
        }
      }),
    )
  })
})
