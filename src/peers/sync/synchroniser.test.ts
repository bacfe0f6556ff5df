import { afterEach, describe, expect, it } from 'vitest'
import { BlockFactory, countingExecutor } from '../../chain/blockFactory.cases.ts'
import type { Chain } from '../../chain/chain.ts'
import type { Executor } from '../../chain/importing/executor.ts'
import { asHash } from '../../primitives/bytes.ts'
import { RecentHashes } from '../../primitives/recentHashes.ts'
import type { Block } from '../../protocol/block.ts'
import { ownStatus } from '../network/ownStatus.ts'
import { FakePeer, type Manners } from './fakePeer.cases.ts'
import type { Offence } from './roundFailure.ts'
import { Synchroniser } from './synchroniser.ts'

const factory = new BlockFactory()
const main = factory.branch(factory.genesis, 200, 1)
const { receiptsRoot } = main[0]!.header
const full = factory.chainWith(main)

interface World {
  readonly chain: Chain
  readonly sync: Synchroniser
  readonly peers: FakePeer[]
  /** Name of the culprit and what it did. */
  readonly offences: (readonly [string, Offence])[]
  readonly errors: unknown[]
  /** Connects a peer, which says hello with its status. */
  connect(name: string, from?: Chain, manners?: Manners): FakePeer
}

const running: Synchroniser[] = []

function worldWith(blocks: readonly Block[] = [], requestTimeoutMs = 300): World {
  const chain = factory.chainWith(blocks)
  const peers: FakePeer[] = []
  const offences: World['offences'] = []
  const errors: unknown[] = []
  const sync = new Synchroniser({
    chain,
    peers: () => peers,
    report(peer, offence) {
      const culprit = peers.find(({ id }) => id === peer.id)!
      offences.push([culprit.name, offence])
      if (offence.startsWith('invalid')) culprit.disconnect()
    },
    refused: new RecentHashes(1_024),
    onRound: () => {},
    onDelivered: () => {},
    // Pauses are ten times as short as they would be.
    now: () => 10 * performance.now(),
    nowSeconds: () => 0,
    onError: (error) => errors.push(error),
    requestTimeoutMs,
  })
  sync.start()
  running.push(sync)
  const connect = (name: string, from = full, manners: Manners = {}): FakePeer => {
    const peer = new FakePeer(name, from, manners)
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
  it('takes over the chain of a peer with more work', async () => {
    const { chain, connect, sync, offences } = worldWith()
    connect('a')
    expect(sync.status).toEqual({ startingBlock: 0, currentBlock: 0, highestBlock: 200 })
    expect(sync.isFarBehind).toBe(true)
    await reaches(chain, full)
    expect(chain.head.hash).toEqual(full.head.hash)
    await expect.poll(() => sync.status).toBeUndefined()
    expect(offences).toEqual([])
  })

  it('goes on where it stopped', async () => {
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

  it('spreads bodies over all peers that have them', async () => {
    const { chain, connect } = worldWith()
    const peers = ['a', 'b', 'c'].map((name) => connect(name, full, { delayMs: 2 }))
    await reaches(chain, full)
    for (const { asked } of peers) {
      expect(asked.filter(({ kind }) => kind === 'body-request').length).toBeGreaterThan(0)
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

describe('a peer that', () => {
  const lies: readonly (readonly [string, Manners['answer'], Offence | readonly Offence[]])[] = [
    [
      'sends headers without proof of work',
      (_, honest) =>
        honest?.kind === 'headers-response'
          ? { ...honest, headers: honest.headers.map((bytes) => flipped(bytes, bytes.length - 200)) }
          : honest,
      'invalid-message',
    ],
    [
      'sends too few headers',
      (_, honest) =>
        honest?.kind === 'headers-response' ? { ...honest, headers: honest.headers.slice(1) } : honest,
      'invalid-message',
    ],
    [
      'sends the body of another block',
      (request, honest) =>
        request.kind === 'body-request' && honest?.kind === 'body-response'
          ? { ...honest, transactions: Uint8Array.of(0xc0) }
          : honest,
      'invalid-message',
    ],
    [
      'sends a skeleton with holes',
      (_, honest) =>
        honest?.kind === 'skeleton-response'
          ? { ...honest, points: honest.points.filter((_, index) => index !== 1) }
          : honest,
      'invalid-message',
    ],
    [
      'withholds bodies',
      (request, honest) => (request.kind === 'body-request' ? undefined : honest),
      // When the others were quick, what it withheld was not missed; but it has promised more than there is.
      ['timeout', 'useless'],
    ],
    [
      'withholds headers',
      (request, honest) => (request.kind === 'headers-request' ? undefined : honest),
      'timeout',
    ],
    ['says nothing at all', () => undefined, 'timeout'],
  ]

  it.each(lies)('%s is reported, and the others bring the chain', async (_, answer, offence) => {
    const { chain, connect, offences } = worldWith()
    connect('liar', full, {
      answer: answer!,
      status: { ...ownStatus(full), totalDifficulty: full.head.totalDifficulty + 10n },
    })
    connect('honest', full, { delayMs: 1 })
    await reaches(chain, full)
    await expect.poll(() => offences.length).toBeGreaterThan(0)
    expect([offence].flat()).toContain(offences[0]![1])
    expect(offences.filter(([name]) => name !== 'liar')).toEqual([])
  })

  it('has a block that executes to something else is reported, and the block never fetched again', async () => {
    const { chain, connect, offences, sync } = worldWith()
    const bad = factory.next(main[99]!, { receiptsRoot: asHash(new Uint8Array(32).fill(7)) })
    const branch = [bad, ...factory.branch(bad, 105, 4)]
    const lying = factory.chainWith([...main.slice(0, 100), ...branch], { execute: credulous })
    connect('liar', lying)
    connect('honest', full)
    await reaches(chain, full)
    await expect.poll(() => offences).toContainEqual(['liar', 'invalid-block'])
    const accomplice = connect('accomplice', lying)
    await expect.poll(() => offences.at(-1), { timeout: 5_000 }).toEqual(['accomplice', 'invalid-header'])
    expect(accomplice.asked.filter(({ kind }) => kind === 'body-request')).toEqual([])
    expect(sync.isFarBehind).toBe(false)
  })

  it('has a longer branch, but less work than it says, is not followed again and again', async () => {
    const { chain, connect, offences } = worldWith(main)
    const side = factory.branch(main[149]!, 45, 5)
    const other = factory.chainWith([...main.slice(0, 150), ...side])
    connect('braggart', other, { status: { ...ownStatus(other), totalDifficulty: 1n << 70n } })
    await expect.poll(() => chain.hasBlock(side.at(-1)!.header.hash), { timeout: 5_000 }).toBe(true)
    await expect.poll(() => offences[0], { timeout: 5_000 }).toEqual(['braggart', 'useless'])
    expect(chain.head.hash).toEqual(full.head.hash)
  })

  it('claims to be far ahead does not make us deaf to the others', () => {
    const { connect, sync } = worldWith(main)
    connect('honest')
    connect('braggart', full, {
      status: { ...ownStatus(full), bestNumber: 100_000, totalDifficulty: 1n << 70n },
    })
    expect(sync.isFarBehind).toBe(false)
  })

  it('claims work that it does not have is soon left alone, and in the end hung up on', async () => {
    const { chain, connect, sync, offences } = worldWith(main)
    const peer = connect('braggart', full, {
      status: { ...ownStatus(full), bestNumber: 100_000, totalDifficulty: 1n << 70n },
    })
    expect(sync.isFarBehind).toBe(true)
    await expect.poll(() => sync.isFarBehind, { timeout: 5_000 }).toBe(false)
    expect(peer.asked.length).toBeLessThan(10)
    expect(offences).toEqual([['braggart', 'useless']])
    await expect.poll(() => peer.isOpen, { timeout: 15_000 }).toBe(false)
    expect(offences).toHaveLength(3)
    expect(chain.head.number).toBe(200)
  })
})

/** Believes whatever a header says about receipts. */
const credulous: Executor = ({ header, ...body }, state, context) =>
  countingExecutor({ ...body, header: { ...header, receiptsRoot } }, state, context)

function flipped(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[at] = copy[at]! ^ 1
  return copy
}
