import { afterEach, describe, expect, it } from 'vitest'
import { BlockFactory, countingExecutor } from '../../chain/blockFactory.cases.ts'
import type { Chain } from '../../chain/chain.ts'
import { openChain } from '../../chain/openChain.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeBlock } from '../../protocol/block.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { memoryStore } from '../../store/memory/memoryStore.ts'
import type { Store } from '../../store/store.ts'
import type { Request, Response } from '../messages/message.ts'
import { FakePeer, type FakePeerOptions } from '../sync/fakePeer.cases.ts'
import type { Offence } from '../sync/syncFailure.ts'
import { SnapSync } from './snapSync.ts'
import { readRecord } from './snapshotRecord.ts'

const factory = new BlockFactory()
const main = factory.branch(factory.genesis, 230, 1)
const full = factory.chainWith(main)
const spacing = { interval: 10, depth: 20 }
const snapshotNumber = 210

interface World {
  readonly store: Store
  readonly chain: Chain
  readonly snap: SnapSync
  readonly offences: (readonly [string, Offence])[]
  readonly errors: unknown[]
  readonly controller: AbortController
  readonly done: Promise<void>
  /** Milliseconds that the clock is ahead. */
  readonly clock: { ahead: number }
  connect(name: string, options?: FakePeerOptions, from?: Chain): FakePeer
}

const running: World[] = []

interface Options {
  readonly store?: Store
  readonly trusted?: { readonly number: number; readonly hash: Chain['head']['hash'] }
  readonly nowSeconds?: () => number
}

function begin({ store = memoryStore(), trusted, nowSeconds = () => 0 }: Options = {}): World {
  const chain = openChain({ store, network: regtest, clock: () => 0, execute: countingExecutor })
  const peers: FakePeer[] = []
  const offences: [string, Offence][] = []
  const errors: unknown[] = []
  const controller = new AbortController()
  const clock = { ahead: 0 }
  const snap = new SnapSync({
    chain,
    store,
    peers: () => peers,
    report(peer, offence) {
      const offender = peers.find(({ id }) => id === peer.id)!
      offences.push([offender.name, offence])
      if (offence.startsWith('invalid')) offender.disconnect()
    },
    trusted,
    // A clock that is ten times as fast shortens the pauses.
    now: () => 10 * performance.now() + clock.ahead,
    nowSeconds,
    onError: (error) => errors.push(error),
    debug: () => {},
    requestTimeoutMs: 300,
  })
  const connect = (name: string, options: FakePeerOptions = {}, from = full): FakePeer => {
    const peer = new FakePeer(name, from, { spacing, ...options })
    peers.push(peer)
    snap.heard()
    return peer
  }
  const done = snap.run(controller.signal)
  const world = { store, chain, snap, offences, errors, controller, done, clock, connect }
  running.push(world)
  return world
}

afterEach(async () => {
  for (const { controller, done, errors } of running.splice(0)) {
    controller.abort()
    await done
    expect(errors).toEqual([])
  }
})

const contentOf = (chain: Chain): string[] =>
  [...chain.wholeState(snapshotNumber)!.entries()].map(([key, value]) => `${toHex(key)} ${toHex(value)}`)

function expectSnapshot({ chain }: World): void {
  expect(chain.head.number).toBe(snapshotNumber)
  expect(chain.head.hash).toEqual(full.select(snapshotNumber)!.hash)
  expect(chain.head.totalDifficulty).toBe(full.select(snapshotNumber)!.totalDifficulty)
  expect(contentOf(chain)).toEqual(contentOf(full))
}

/** Changes the answers of one kind. */
const changing =
  <K extends Response['kind']>(
    kind: K,
    change: (response: Extract<Response, { kind: K }>) => Response | undefined,
  ) =>
  (_: Request, correct: Response | undefined): Response | undefined =>
    correct?.kind === kind ? change(correct as Extract<Response, { kind: K }>) : correct

describe('an empty chain', () => {
  it('starts at the state of a recent block, and continues from there', async () => {
    const world = begin()
    world.connect('server')
    await world.done
    expectSnapshot(world)
    expect(world.chain.start).toEqual({ number: snapshotNumber, lowest: 1 })
    expect(world.chain.select(5)?.hash).toEqual(full.select(5)!.hash)
    expect(readRecord(world.store)).toBeUndefined()
    for (const block of main.slice(snapshotNumber)) {
      expect(world.chain.import(block).status).toBe('best')
    }
    expect(world.chain.head.hash).toEqual(full.head.hash)
    expect(world.offences).toEqual([])
  })

  it('reports its progress', async () => {
    const world = begin()
    expect(world.snap.progress).toMatchObject({ block: undefined, stateBytes: 0 })
    world.connect('server', {
      answer: (request, correct) => (request.kind === 'snap-blocks-request' ? undefined : correct),
    })
    await expect.poll(() => world.snap.progress?.chunks).toBe(1)
    expect(world.snap.progress).toMatchObject({ block: snapshotNumber, halted: undefined })
    await expect.poll(() => world.snap.progress?.headersLeft).toBe(0)
    expect(world.snap.progress?.fetchedBytes).toBe(world.snap.progress?.stateBytes)
    await expect.poll(() => world.snap.progress?.blocksLeft).toBe(snapshotNumber)
  })

  it('keeps what it has fetched when its servers leave soon after the last headers', async () => {
    const world = begin()
    const without =
      (...kinds: readonly Request['kind'][]): NonNullable<FakePeerOptions['answer']> =>
      (request, correct) =>
        kinds.includes(request.kind) ? undefined : correct
    const first = world.connect('first', { answer: without('headers-request', 'snap-blocks-request') })
    await expect.poll(() => world.snap.progress?.chunks).toBe(1)
    world.clock.ahead = 3_600_000
    const second = world.connect('second', { answer: without('snap-blocks-request') })
    await expect.poll(() => world.snap.progress?.blocksLeft).toBe(snapshotNumber)
    for (const server of [first, second]) server.disconnect()
    await expect.poll(() => world.snap.progress?.halted).toMatch('no connected peer')
    expect(readRecord(world.store)).toMatchObject({ isVerified: true })
    world.connect('third')
    await world.done
    expectSnapshot(world)
  })

  it('waits for a peer that serves snapshots, unless the chain is short', async () => {
    const short = begin()
    short.connect('server', { spacing: { interval: 1_000, depth: 500 } })
    await short.done
    expect(short.chain.head.number).toBe(0)
    const status = { ...full.head.header, bestNumber: 1_000_000, bestHash: full.head.hash }
    const { parentHash: bestParentHash } = status
    const long = begin()
    long.connect('other', {
      status: { ...status, bestParentHash, totalDifficulty: 10n },
      spacing: { interval: 1_000, depth: 500 },
    })
    await expect.poll(() => long.snap.progress?.halted).toBe('no connected peer offers a snapshot')
    long.connect('server')
    await long.done
    expectSnapshot(long)
  })

  it('verifies headers only down to a trusted block', async () => {
    const world = begin({ trusted: { number: 100, hash: full.select(100)!.hash } })
    const server = world.connect('server')
    await world.done
    expectSnapshot(world)
    const counts = server.asked.flatMap((request) =>
      request.kind === 'headers-request' ? [request.count] : [],
    )
    expect(counts).toEqual([192])
  })

  it('does not start at a snapshot of a chain without the trusted block', async () => {
    const world = begin({ trusted: { number: 100, hash: full.select(99)!.hash } })
    world.connect('server')
    await expect.poll(() => world.offences).toContainEqual(['server', 'invalid-header'])
    expect(world.chain.head.number).toBe(0)
  })
})

describe('headers below a snapshot', () => {
  const blocks = factory.branch(factory.genesis, 445, 3)
  const long = factory.chainWith(blocks)
  const other = factory.chainWith(factory.branch(factory.genesis, 445, 4))

  it('are fetched from several servers at once', async () => {
    const world = begin()
    let underWay = 0
    let maximum = 0
    const answer: FakePeerOptions['answer'] = (request, correct) => {
      if (request.kind === 'headers-request') underWay--
      return correct
    }
    const servers = ['one', 'two', 'three'].map((name) => {
      const server = world.connect(name, { delayMs: 30, answer }, long)
      const ask = server.request.bind(server)
      server.request = (request, options) => {
        if (request.kind === 'headers-request') maximum = Math.max(maximum, ++underWay)
        return ask(request, options)
      }
      return server
    })
    await world.done
    expect(world.chain.head.number).toBe(420)
    expect(maximum).toBeGreaterThan(1)
    expect(world.offences).toEqual([])
    const headers = servers.flatMap(({ asked }) => asked.filter(({ kind }) => kind === 'headers-request'))
    expect(headers.length).toBeLessThan(6)
  })

  it('are not fetched from a server with a false skeleton', async () => {
    const world = begin()
    const answer = changing('skeleton-response', ({ kind, points }) => ({
      kind,
      points: points.map(({ number }) => ({ number, hash: other.select(number)!.hash })),
    }))
    const liar = world.connect('liar', { answer }, long)
    await expect.poll(() => liar.asked.length).toBeGreaterThan(0)
    world.connect('honest', {}, long)
    await world.done
    expect(world.chain.head.hash).toEqual(long.select(420)!.hash)
    expect(world.offences.filter(([name]) => name === 'honest')).toEqual([])
  })

  it('are fetched one range after the other when no server sends a skeleton', async () => {
    const world = begin()
    world.connect('server', { answer: changing('skeleton-response', () => undefined) }, long)
    world.connect('another', {}, long)
    await world.done
    expect(world.chain.head.number).toBe(420)
  })
})

describe('a chain that has blocks', () => {
  it('executes the remaining blocks instead of fetching a snapshot', async () => {
    const store = memoryStore()
    const chain = openChain({ store, network: regtest, clock: () => 0, execute: countingExecutor })
    chain.import(main[0]!)
    const world = begin({ store })
    const server = world.connect('server')
    await world.done
    expect(server.asked).toEqual([])
  })
})

describe('a snapshot with one server that', () => {
  async function withLiar(options: FakePeerOptions): Promise<World> {
    const world = begin()
    const liar = world.connect('liar', options)
    // The liar is asked first.
    await expect.poll(() => liar.asked.length).toBeGreaterThan(0)
    world.connect('honest')
    await world.done
    expectSnapshot(world)
    expect(world.offences.filter(([name]) => name === 'honest')).toEqual([])
    return world
  }

  const falseChunks = changing('snap-state-chunk-response', (response) => {
    const chunk = response.chunk.slice()
    chunk[chunk.length >> 1]! ^= 1
    return { ...response, chunk }
  })

  it('changes a byte of a chunk is fetched from the others, and the liar is reported', async () => {
    const { offences } = await withLiar({ answer: falseChunks })
    expect(offences).toEqual([['liar', 'invalid-message']])
  })

  it('leaves during the verification of its headers is fetched from the others', async () => {
    let isVerifying = false
    // Each header takes a turn of the event loop, so the next attempt could begin before the last header.
    const nowSeconds = (): number => {
      isVerifying = true
      const end = performance.now() + 3
      while (performance.now() < end);
      return 0
    }
    const world = begin({ nowSeconds })
    const liar = world.connect('liar', { answer: falseChunks })
    // A chunk that comes before the headers ends the attempt before its verification has begun.
    const askLiar = liar.request.bind(liar)
    liar.request = async (request, options) => {
      if (request.kind === 'snap-state-chunk-request') await expect.poll(() => isVerifying).toBe(true)
      return await askLiar(request, options)
    }
    await expect.poll(() => world.offences).toEqual([['liar', 'invalid-message']])
    const honest = world.connect('honest')
    const askHonest = honest.request.bind(honest)
    const areVerified = (): boolean => (world.snap.progress?.headersLeft ?? 0) < snapshotNumber
    honest.request = async (request, options) => {
      const response = await askHonest(request, options)
      const isFirst = honest.asked.filter(({ kind }) => kind === 'headers-request').length === 1
      if (request.kind === 'headers-request' && isFirst) await expect.poll(areVerified).toBe(true)
      return response
    }
    await world.done
    expectSnapshot(world)
    expect(world.offences).toEqual([['liar', 'invalid-message']])
  })

  it('sends blocks of another chain is fetched from the others', async () => {
    const other = factory.branch(factory.genesis, 230, 2)
    const { offences } = await withLiar({
      answer: changing('snap-blocks-response', (response) => ({
        ...response,
        blocks: other.slice(0, 210).map(encodeBlock),
      })),
    })
    expect(offences).toEqual([['liar', 'invalid-block']])
  })

  it('withholds chunks is fetched from the others', async () => {
    const { offences } = await withLiar({
      answer: changing('snap-state-chunk-response', () => undefined),
    })
    expect(offences.every(([name, offence]) => name === 'liar' && offence === 'timeout')).toBe(true)
  })

  it('withholds everything is fetched from the others', async () => {
    await withLiar({ answer: () => undefined })
  })

  it('sends headers of another chain is fetched from the others', async () => {
    const { offences } = await withLiar({
      answer: changing('headers-response', (response) => ({
        ...response,
        headers: [response.headers[0]!, ...response.headers.slice(2), response.headers.at(-1)!],
      })),
    })
    expect(offences).toContainEqual(['liar', 'invalid-header'])
  })

  it('claims more work than its headers have is replaced, and the liar reported', async () => {
    const { offences } = await withLiar({
      answer: changing('snap-status-response', (response) => ({
        ...response,
        totalDifficulties: response.totalDifficulties.map((difficulty) => difficulty + 1_000n),
      })),
    })
    expect(offences).toEqual([['liar', 'invalid-header']])
  })

  it('offers no block is fetched from the others', async () => {
    const { offences } = await withLiar({
      answer: changing('snap-status-response', (response) => ({ ...response, blocks: [] })),
    })
    expect(offences).toEqual([['liar', 'invalid-message']])
  })
})

describe('a node that stops while it fetches a snapshot', () => {
  it('continues with what is missing', async () => {
    const first = begin()
    first.connect('server', {
      answer: (request, correct) => (request.kind === 'headers-request' ? undefined : correct),
    })
    await expect.poll(() => first.snap.progress?.chunks).toBe(1)
    first.controller.abort()
    await first.done
    const second = begin({ store: first.store })
    const server = second.connect('server')
    await second.done
    expectSnapshot(second)
    const kinds = new Set(server.asked.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual([
      'block-hash-request',
      'headers-request',
      'skeleton-request',
      'snap-blocks-request',
    ])
  })
})
