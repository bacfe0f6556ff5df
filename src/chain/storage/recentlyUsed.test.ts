import { expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { RecentlyUsed } from './recentlyUsed.ts'

const hash = (mark: number) => asHash(new Uint8Array(32).fill(mark))

it('keeps values up to its capacity and lets those go that were not used for longest', () => {
  const values = new RecentlyUsed<string>(10)
  values.add(hash(1), 'one', 4)
  values.add(hash(2), 'two', 4)
  expect(values.get(hash(1))).toBe('one')
  values.add(hash(3), 'three', 4)
  expect([1, 2, 3].map((mark) => values.get(hash(mark)))).toEqual(['one', undefined, 'three'])
})

it('does not keep a value that is larger than all of it', () => {
  const values = new RecentlyUsed<string>(10)
  values.add(hash(1), 'one', 4)
  expect(values.add(hash(2), 'large', 11)).toBe('large')
  expect(values.get(hash(1))).toBe('one')
  expect(values.get(hash(2))).toBeUndefined()
})
