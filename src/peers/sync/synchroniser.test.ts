import { afterEach, describe, expect, it } from 'vitest'
import { BlockFactory, countingExecutor } from '../../chain/blockFactory.cases.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Executor } from '../../chain/importing/executor.ts'
import { asHash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { ownStatus } from '../network/sessionParts.ts'
import { RecentHashes } from '../recentHashes.ts'
import { FakePeer, type FakePeerOptions } from './fakePeer.cases.ts'
import type { Offence } from './syncFailure.ts'
import { Synchroniser, type SynchroniserParts } from './synchroniser.ts'

const factory = new BlockFactory()
const main = factory.branch(factory.genesis, 200, 1)
const { receiptsRoot } = main[0]!.header
const full = factory.chainWith(main)

interface World {
  readonly chain: Chain
  readonly sync: Synchroniser
  readonly peers: FakePeer[]
  /** Name of the peer and its offence. */
  readonly offences: (readonly [string, Offence])[]
  readonly errors: unknown[]
  /** Connects a peer, which sends its status. */
  connect(name: string, from?: Chain, options?: FakePeerOptions): FakePeer
}

const running: Synchroniser[] = []

function worldWith(
  blocks: readonly Block[] = [],
  requestTimeoutMs = 300,
  parts: Partial<SynchroniserParts> = {},
): World {
  const chain = factory.chainWith(blocks)
  const peers: FakePeer[] = []
  const offences: World['offences'] = []
  const errors: unknown[] = []
  const sync = new Synchroniser({
    chain,
    peers: () => peers,
    report(peer, offence) {
      const offender = peers.find(({ id }) => id === peer.id)!
      offences.push([offender.name, offence])
      if (offence.startsWith('invalid')) offender.disconnect()
    },
    refused: new RecentHashes(1_024),
    onRound: () => {},
    onDelivered: () => {},
    // A clock that is ten times as fast shortens the pauses.
    now: () => 10 * performance.now(),
    nowSeconds: () => 0,
    onError: (error) => errors.push(error),
    debug: () => {},
    requestTimeoutMs,
    ...parts,
  })
  sync.start()
  running.push(sync)
  const connect = (name: string, from = full, options: FakePeerOptions = {}): FakePeer => {
    const peer = new FakePeer(name, from, options)
    peers.push(peer)
    sync.heard(peer)
    return peer
  }
  return { chain, sync, peers, offences, errors, connect }
}

afterEach(async () => {
  for (const sync of running.splice(0)) await sync.stop()
})

const reaches = (chain: Chain, other: Chain): Promise<void> =>
  expect.poll(() => chain.head.number, { timeout: 20_000, interval: 10 }).toBe(other.head.number)

describe('a node that is behind', () => {
  it('adopts the chain of a peer with more work', async () => {
    const { chain, connect, sync, offences } = worldWith()
    connect('a')
    expect(sync.status).toEqual({ startingBlock: 0, currentBlock: 0, highestBlock: 200 })
    expect(sync.isFarBehind).toBe(true)
    await reaches(chain, full)
    expect(chain.head.hash).toEqual(full.head.hash)
    await expect.poll(() => sync.status).toBeUndefined()
    expect(offences).toEqual([])
  })

  it('continues from its best block', async () => {
    const { chain, connect } = worldWith(main.slice(0, 180))
    const peer = connect('a')
    await reaches(chain, full)
    const bodies = peer.asked.filter(({ kind }) => kind === 'body-request')
    expect(bodies).toHaveLength(20)
    expect(peer.asked.filter(({ kind }) => kind === 'block-hash-request')).toHaveLength(1)
  })

  it('leaves its own branch for one with more work', async () => {
    const { chain, connect } = worldWith([...main.slice(0, 150), ...factory.branch(main[149]!, 40, 2)])
    connect('a')
    await reaches(chain, full)
    expect(chain.head.hash).toEqual(full.head.hash)
  })

  it('requests bodies from all peers that have them', async () => {
    const { chain, connect } = worldWith()
    const peers = ['a', 'b', 'c'].map((name) => connect(name, full, { delayMs: 5 }))
    await reaches(chain, full)
    for (const { asked } of peers) {
      // An equal share is 67 of 200; on a busy machine a peer that answers late gets less.
      expect(asked.filter(({ kind }) => kind === 'body-request').length).toBeGreaterThan(10)
    }
  })

  it('does not wait for a slow peer', async () => {
    const { chain, connect, offences } = worldWith([], 60_000)
    connect('quick')
    const slow = connect('slow', factory.chainWith(main.slice(0, 195)), { delayMs: 500 })
    await reaches(chain, full)
    expect(slow.asked.length).toBeLessThan(20)
    expect(offences).toEqual([])
  })

  it('does not ask a peer on another branch for blocks that it cannot have', async () => {
    const { chain, connect, offences } = worldWith()
    const other = factory.chainWith([...main.slice(0, 150), ...factory.branch(main[149]!, 45, 3)])
    connect('a', full, { delayMs: 1 })
    const peer = connect('b', other)
    await reaches(chain, full)
    const above = main.slice(150).map(({ header }) => header.hash)
    const asked = peer.asked.filter(
      (request) =>
        request.kind === 'body-request' && above.some((hash) => Buffer.compare(hash, request.hash) === 0),
    )
    expect(asked).toEqual([])
    expect(offences).toEqual([])
  })
})

describe('a failure outside a round', () => {
  it('of what comes before the first one is reported, and that is tried again', async () => {
    const damaged = new Error('a record is damaged')
    let attempts = 0
    const prelude = async (): Promise<void> => {
      attempts++
      if (attempts === 1) throw damaged
    }
    const { chain, connect, errors, sync } = worldWith([], 300, { prelude })
    await expect.poll(() => sync.progress.halted).toBe('a record is damaged')
    connect('a')
    await reaches(chain, full)
    expect(errors).toEqual([damaged])
    expect(attempts).toBe(2)
  })

  it('between rounds is reported, and the next round follows', async () => {
    const damaged = new Error('a record is damaged')
    const connected: FakePeer[] = []
    let isDamaged = true
    const { chain, errors, sync } = worldWith([], 300, {
      peers() {
        if (isDamaged) throw damaged
        return connected
      },
    })
    await expect.poll(() => errors).toEqual([damaged])
    isDamaged = false
    const peer = new FakePeer('a', full)
    connected.push(peer)
    sync.heard(peer)
    await reaches(chain, full)
    expect(errors).toEqual([damaged])
  })
})

describe('a peer that', () => {
  const offenders: readonly (readonly [string, FakePeerOptions['answer'], Offence | readonly Offence[]])[] = [
    [
      'sends headers without proof of work',
      (_, correct) =>
        correct?.kind === 'headers-response'
          ? { ...correct, headers: correct.headers.map((bytes) => flipped(bytes, bytes.length - 200)) }
          : correct,
      'invalid-message',
    ],
    [
      'sends too few headers',
      (_, correct) =>
        correct?.kind === 'headers-response' ? { ...correct, headers: correct.headers.slice(1) } : correct,
      'invalid-message',
    ],
    [
      'sends the body of another block',
      (request, correct) =>
        request.kind === 'body-request' && correct?.kind === 'body-response'
          ? { ...correct, transactions: Uint8Array.of(0xc0) }
          : correct,
      'invalid-message',
    ],
    [
      'sends a skeleton with holes',
      (_, correct) =>
        correct?.kind === 'skeleton-response'
          ? { ...correct, points: correct.points.filter((_, index) => index !== 1) }
          : correct,
      'invalid-message',
    ],
    [
      'withholds bodies',
      (request, correct) => (request.kind === 'body-request' ? undefined : correct),
      // If other peers deliver the bodies first, the peer is only reported for claiming more work than its chain has.
      ['timeout', 'useless'],
    ],
    [
      'withholds headers',
      (request, correct) => (request.kind === 'headers-request' ? undefined : correct),
      'timeout',
    ],
    ['answers no request', () => undefined, 'timeout'],
  ]

  it.each(offenders)(
    '%s is reported, and the chain is fetched from the others',
    async (_, answer, offence) => {
      const { chain, connect, offences } = worldWith()
      connect('offender', full, {
        answer: answer!,
        status: { ...ownStatus(full), totalDifficulty: full.head.totalDifficulty + 10n },
      })
      connect('correct', full, { delayMs: 1 })
      await reaches(chain, full)
      await expect.poll(() => offences.length).toBeGreaterThan(0)
      expect([offence].flat()).toContain(offences[0]![1])
      expect(offences.filter(([name]) => name !== 'offender')).toEqual([])
    },
  )

  it('has a block with a wrong receipts root is reported, and the block is never fetched again', async () => {
    const { chain, connect, offences, sync } = worldWith()
    const bad = factory.next(main[99]!, { receiptsRoot: asHash(new Uint8Array(32).fill(7)) })
    const branch = [bad, ...factory.branch(bad, 105, 4)]
    const invalid = factory.chainWith([...main.slice(0, 100), ...branch], { execute: unchecked })
    connect('first', invalid)
    connect('correct', full)
    await reaches(chain, full)
    await expect.poll(() => offences).toContainEqual(['first', 'invalid-block'])
    const second = connect('second', invalid)
    await expect.poll(() => offences.at(-1)).toEqual(['second', 'invalid-header'])
    expect(second.asked.filter(({ kind }) => kind === 'body-request')).toEqual([])
    expect(sync.isFarBehind).toBe(false)
  })

  it('has less work than it claims is reported as useless', async () => {
    const { chain, connect, offences } = worldWith(main)
    const side = factory.branch(main[149]!, 45, 5)
    const other = factory.chainWith([...main.slice(0, 150), ...side])
    connect('claimant', other, { status: { ...ownStatus(other), totalDifficulty: 1n << 70n } })
    await expect.poll(() => chain.hasBlock(side.at(-1)!.header.hash)).toBe(true)
    await expect.poll(() => offences[0]).toEqual(['claimant', 'useless'])
    expect(chain.head.hash).toEqual(full.head.hash)
  })

  it('claims to be far ahead does not stop gossip with the other peers', () => {
    const { connect, sync } = worldWith(main)
    connect('correct')
    connect('claimant', full, {
      status: { ...ownStatus(full), bestNumber: 100_000, totalDifficulty: 1n << 70n },
    })
    expect(sync.isFarBehind).toBe(false)
  })

  it('claims work that it does not have is paused, and disconnected after three rounds', async () => {
    const { chain, connect, sync, offences } = worldWith(main)
    const peer = connect('claimant', full, {
      status: { ...ownStatus(full), bestNumber: 100_000, totalDifficulty: 1n << 70n },
    })
    expect(sync.isFarBehind).toBe(true)
    await expect.poll(() => sync.isFarBehind).toBe(false)
    expect(peer.asked.length).toBeLessThan(10)
    expect(offences).toEqual([['claimant', 'useless']])
    await expect.poll(() => peer.isOpen).toBe(false)
    expect(offences).toHaveLength(3)
    expect(chain.head.number).toBe(200)
  })
})

/** Accepts any receipts root in a header. */
const unchecked: Executor = ({ header, ...body }, state, context) =>
  countingExecutor({ ...body, header: { ...header, receiptsRoot } }, state, context)

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = copy[at]! ^ 1
  return copy
}
