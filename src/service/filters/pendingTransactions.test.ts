import { expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { PendingTransactions } from './pendingTransactions.ts'

const hashes = [0, 1, 2, 3, 4].map((byte) => asHash(new Uint8Array(32).fill(byte)))
const at = (count: number, run = 'now') => ({ run, count })

it('pending transactions are kept up to a capacity', () => {
  const pending = new PendingTransactions('now', 3)
  for (const hash of hashes.slice(0, 2)) pending.add(hash)
  expect(pending.news(at(0)).hashes).toEqual(hashes.slice(0, 2))
  expect(pending.news(at(1)).hashes).toEqual(hashes.slice(1, 2))
  for (const hash of hashes.slice(2)) pending.add(hash)
  expect(pending.cursor).toEqual(at(5))
  expect(pending.news(at(0)).hashes).toEqual(hashes.slice(2))
  expect(pending.news(at(5)).hashes).toEqual([])
})

it('all pending transactions are new to a cursor of another run', () => {
  const pending = new PendingTransactions('now', 3)
  expect(pending.news(at(0))).toEqual({ hashes: [], cursor: at(0) })
  expect(pending.news(at(0, 'then'))).toEqual({ hashes: [], cursor: at(0) })
  for (const hash of hashes.slice(0, 2)) pending.add(hash)
  expect(pending.news(at(2, 'then')).hashes).toEqual(hashes.slice(0, 2))
  expect(pending.news(at(900, 'then')).hashes).toEqual(hashes.slice(0, 2))
})
