import { describe, expect, it } from 'vitest'
import { asHash } from '../primitives/bytes.ts'
import { RecentHashes } from './recentHashes.ts'

const hash = (byte: number) => asHash(new Uint8Array(32).fill(byte))

describe('recent hashes', () => {
  it('distinguish a new hash from one that was added before', () => {
    const hashes = new RecentHashes(2)
    expect([hashes.add(hash(1)), hashes.add(hash(1))]).toEqual([true, false])
    expect([hashes.has(hash(1)), hashes.has(hash(2))]).toEqual([true, false])
  })

  it('drop the hash that was first added when the capacity is reached, even if it was added again', () => {
    const hashes = new RecentHashes(2)
    for (const byte of [1, 2, 1, 3]) hashes.add(hash(byte))
    expect([1, 2, 3].map((byte) => hashes.has(hash(byte)))).toEqual([false, true, true])
  })
})
