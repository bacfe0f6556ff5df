import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { RecentHashes } from '../recentHashes.ts'
import { PeerGone } from '../session/peer.ts'
import { FakePeer, type FakePeerOptions } from './fakePeer.cases.ts'
import { PeerSpeeds } from './peerSpeed.ts'
import { connectionPoint, Round } from './syncRound.ts'

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

describe('a round', () => {
  const blocks = [...shared, ...factory.branch(shared.at(-1)!, 340, 1)]
  const full = factory.chainWith(blocks)

  /** A peer whose skeletons end after one section. */
  const peer = (name: string, change: FakePeerOptions['answer'] = (_, correct) => correct): FakePeer =>
    new FakePeer(name, full, {
      answer(request, correct) {
        const answer = change(request, correct)
        return answer?.kind === 'skeleton-response'
          ? { ...answer, points: answer.points.slice(0, 2) }
          : answer
      },
    })

  /** Returns the numbers of the imported blocks. */
  async function follow(lead: FakePeer, others: readonly FakePeer[], isOutrun = false): Promise<number[]> {
    const imported: number[] = []
    const speeds = new PeerSpeeds(() => performance.now())
    const round = new Round({
      chain: factory.chainWith([]),
      lead,
      others: () => [lead, ...others],
      isOutrun: () => isOutrun,
      speedOf: (each) => speeds.of(each),
      report: () => {},
      refused: new RecentHashes(16),
      importBlock: ({ block }) => void imported.push(block.header.number),
      now: () => performance.now(),
      nowSeconds: () => 0,
      requestTimeoutMs: 10_000,
      controller: new AbortController(),
    })
    await round.run().catch((error: unknown) => {
      if (!(error instanceof PeerGone)) throw error
    })
    return imported
  }

  const numbers = blocks.map(({ header }) => header.number)

  it('follows its leader over several skeletons, and asks the other peers for theirs each time', async () => {
    const peers = [peer('lead'), peer('other')] as const
    expect(await follow(peers[0], [peers[1]])).toEqual(numbers)
    for (const { asked } of peers) {
      const starts = asked.flatMap((each) => (each.kind === 'skeleton-request' ? [each.start] : []))
      expect(starts).toEqual([0, 192, 384])
    }
  })

  it('ends after a stretch when another peer is far ahead of the leader', async () => {
    expect(await follow(peer('lead'), [], true)).toEqual(numbers.slice(0, 192))
  })

  it('imports the blocks whose headers are verified although the leader leaves', async () => {
    const lead: FakePeer = peer('lead', (request, correct) => {
      if (request.kind === 'skeleton-request' && request.start > 0) lead.disconnect()
      return correct
    })
    expect(await follow(lead, [peer('other')])).toEqual(numbers.slice(0, 192))
  })
})
