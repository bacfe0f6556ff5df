import { expect, test } from 'vitest'
import { asHash } from '../primitives/bytes.ts'
import { LatestByHash } from './latestByHash.ts'

const hash = (mark: number) => asHash(new Uint8Array(32).fill(mark))

test('of many values only the latest are kept', () => {
  const latest = new LatestByHash<string>(2)
  latest.set(hash(1), 'one')
  latest.set(hash(2), 'two')
  latest.set(hash(3), 'three')
  expect([1, 2, 3].map((mark) => latest.get(hash(mark)))).toEqual([undefined, 'two', 'three'])
  expect(latest.size).toBe(2)
})

test('a value that is set again is the latest', () => {
  const latest = new LatestByHash<string>(2)
  latest.set(hash(1), 'one')
  latest.set(hash(2), 'two')
  latest.set(hash(1), 'one again')
  latest.set(hash(3), 'three')
  expect([...latest.values()]).toEqual(['one again', 'three'])
})

test('values can be taken out', () => {
  const latest = new LatestByHash<string>(2)
  latest.set(hash(1), 'one')
  latest.set(hash(2), 'two')
  latest.delete(hash(1))
  expect([...latest.values()]).toEqual(['two'])
  latest.clear()
  expect(latest.size).toBe(0)
})
