import { expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { RecentlyUsed } from './recentlyUsed.ts'

const hash = (mark: number) => asHash(new Uint8Array(32).fill(mark))

function heldAfter(use: (values: RecentlyUsed<number>) => void): number[] {
  const values = new RecentlyUsed<number>(8)
  use(values)
  return [1, 2, 3, 4, 5, 6].filter((mark) => values.get(hash(mark)) === mark)
}

it('keeps values up to its capacity and lets those go that were not used for longest', () => {
  const held = heldAfter((values) => {
    for (const mark of [1, 2, 3, 4, 5]) values.add(hash(mark), mark, 2)
  })
  expect(held).toEqual([3, 4, 5])
})

it('keeps what is used again', () => {
  const held = heldAfter((values) => {
    for (const mark of [1, 2, 3, 4, 5]) {
      values.add(hash(mark), mark, 2)
      values.get(hash(1))
    }
  })
  expect(held).toContain(1)
  expect(held).not.toContain(2)
})

it('does not keep a value that is larger than a generation of it', () => {
  const values = new RecentlyUsed<string>(10)
  values.add(hash(1), 'one', 4)
  expect(values.add(hash(2), 'large', 6)).toBe('large')
  expect(values.get(hash(1))).toBe('one')
  expect(values.get(hash(2))).toBeUndefined()
})
