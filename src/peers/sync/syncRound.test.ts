import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { FakePeer } from './fakePeer.cases.ts'
import { connectionPoint } from './syncRound.ts'

const factory = new BlockFactory()
const shared = factory.branch(factory.genesis, 60, 1)

describe('the connection point', () => {
  it('is the last block that both chains have, and is found with few requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 25 }),
        fc.integer({ min: 0, max: 25 }),
        async (fork, ourLength, theirLength) => {
          const trunk = shared.slice(0, fork)
          const root = trunk.at(-1) ?? factory.genesis
          const ours = factory.chainWith([...trunk, ...factory.branch(root, ourLength, 2)])
          const theirs = factory.chainWith([...trunk, ...factory.branch(root, theirLength, 3)])
          const peer = new FakePeer('them', theirs)
          const point = await connectionPoint(peer, ours, theirs.head.number, {})
          expect(point.number).toBe(fork)
          expect(ours.hasBlock(point.hash)).toBe(true)
          expect(peer.asked.length).toBeLessThanOrEqual(12)
          expect(peer.asked).not.toContainEqual({ kind: 'block-hash-request', height: 0 })
        },
      ),
      { numRuns: 15 },
    )
  })

  it('is not above the blocks of a peer that answers with blocks of other heights', async () => {
    const chain = factory.chainWith(shared)
    const peer = new FakePeer('peer', chain, {
      answer: () => ({ kind: 'block-hash-response', hash: shared[9]!.header.hash }),
    })
    const point = await connectionPoint(peer, chain, 1_000_000, {})
    expect([0, 10]).toContain(point.number)
    expect(peer.asked.length).toBeLessThan(15)
  })
})
