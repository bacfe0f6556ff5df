import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BlockFactory } from '../../chain/blockFactory.cases.ts'
import { asAddress, equalBytes } from '../../primitives/bytes.ts'
import { bodyOfBlock } from '../messages/blockParts.ts'
import { decodeCompressedHeader, encodeCompressedHeader } from '../messages/compressedHeader.ts'
import { BodyDownload, type BodyDownloadParts } from './bodyDownload.ts'
import type { Chunk } from './bodyQueue.ts'
import { FakePeer, type FakePeerOptions } from './fakePeer.cases.ts'
import { PeerSpeed } from './peerSpeed.ts'
import type { Offence } from './syncFailure.ts'

const factory = new BlockFactory()
const blocks = factory.branch(factory.genesis, 30, 1)
const chain = factory.chainWith(blocks)
const headers = blocks.map(({ header }) =>
  decodeCompressedHeader(encodeCompressedHeader(header), chain.network),
)

/** Lets a peer have one request at a time. */
class SerialSpeed extends PeerSpeed {
  override get allowance(): number {
    return 1
  }
}

class DownloadWorld {
  readonly imported: number[] = []
  readonly offences: (readonly [string, Offence])[] = []
  readonly controller = new AbortController()
  readonly download: BodyDownload

  constructor(parts: Partial<BodyDownloadParts> = {}) {
    const speeds = new Map<unknown, PeerSpeed>()
    const now = (): number => performance.now()
    this.download = new BodyDownload({
      network: chain.network,
      speedOf(peer) {
        const speed = speeds.get(peer) ?? new PeerSpeed(now)
        speeds.set(peer, speed)
        return speed
      },
      report: (peer, offence) => this.offences.push([(peer as FakePeer).name, offence]),
      importBlock: ({ block }) => void this.imported.push(block.header.number),
      now,
      signal: this.controller.signal,
      timeoutMs: 200,
      ...parts,
    })
  }

  /** Adds chunks of ten headers that the peers have. */
  async run(...peers: readonly FakePeer[]): Promise<void> {
    for (const peer of peers) this.download.addSource(peer)
    for (let start = 0; start < headers.length; start += 10) {
      const chunk: Chunk = { headers: headers.slice(start, start + 10), sources: new Set(peers) }
      this.download.add(chunk)
    }
    this.download.complete()
    await this.download.run()
  }
}

const peer = (name: string, options: FakePeerOptions = {}): FakePeer => new FakePeer(name, chain, options)
const all = blocks.map(({ header }) => header.number)

describe('the download of bodies', () => {
  it('imports all blocks in order', async () => {
    const world = new DownloadWorld()
    await world.run(peer('a'), peer('b', { delayMs: 3 }))
    expect(world.imported).toEqual(all)
  })

  describe('from several peers', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
    afterEach(() => void vi.useRealTimers())

    /** Lets time pass until the download has ended. */
    const passing = async (running: Promise<void>, stepMs = 1): Promise<void> => {
      let isRunning = true
      const ended = running.finally(() => {
        isRunning = false
      })
      while (isRunning) {
        await vi.advanceTimersByTimeAsync(stepMs)
        await nextTurn()
      }
      await ended
    }

    const answeredBy = (...peers: readonly FakePeer[]): number[] => peers.map(({ asked }) => asked.length)

    it('takes a share of at least a fifth from each of three peers of the same speed', async () => {
      const peers = ['a', 'b', 'c'].map((name) => peer(name, { delayMs: 20 }))
      const world = new DownloadWorld()
      await passing(world.run(...peers))
      expect(world.imported).toEqual(all)
      for (const share of answeredBy(...peers)) expect(share).toBeGreaterThanOrEqual(6)
    })

    it('takes more from a faster peer, and from each as much as it can deliver', async () => {
      const [fast, slow] = [peer('fast', { delayMs: 10 }), peer('slow', { delayMs: 40 })]
      const world = new DownloadWorld()
      await passing(world.run(fast, slow))
      const [fromFast, fromSlow] = answeredBy(fast, slow)
      expect(fromFast! + fromSlow!).toBe(30)
      expect(fromFast!).toBeGreaterThan(2 * fromSlow!)
      expect(fromSlow!).toBeGreaterThan(1)
    })

    /** Imports 1,080 blocks; returns how many of them in the first seconds of the clock. */
    const importedIn = async (
      seconds: number,
      world: DownloadWorld,
      peers: readonly FakePeer[],
    ): Promise<number> => {
      let count = 0
      setTimeout(() => {
        count = world.imported.length
      }, 1_000 * seconds)
      for (let repeat = 0; repeat < 35; repeat++) world.download.add({ headers, sources: new Set(peers) })
      await passing(world.run(...peers), 5)
      expect(world.imported).toEqual(Array.from({ length: 36 }, () => all).flat())
      return count
    }

    const tenOf16 = (): FakePeer[] =>
      'abcdefghij'.split('').map((name) => peer(name, { bodyMs: 62.5, delayMs: 20 }))

    it('gets nine tenths of the sum from ten peers that deliver 16 bodies a second each', async () => {
      const peers = tenOf16()
      const world = new DownloadWorld({ timeoutMs: 10_000 })
      expect(await importedIn(6, world, peers)).toBeGreaterThan(0.9 * 6 * 160)
      const answered = answeredBy(...peers)
      expect(Math.min(...answered)).toBeGreaterThan(0.9 * Math.max(...answered))
      // Few bodies are requested twice.
      expect(answered.reduce((sum, count) => sum + count)).toBeLessThan(1.03 * world.imported.length)
    })

    it('gets nine tenths of the sum from fast and slow peers together', async () => {
      const fast = [5, 10, 20].map((bodyMs) => peer(`fast ${bodyMs}`, { bodyMs, delayMs: 5 }))
      const slow = [500, 1_000].map((bodyMs) => peer(`slow ${bodyMs}`, { bodyMs, delayMs: 100 }))
      const world = new DownloadWorld({ timeoutMs: 10_000 })
      const sum = 200 + 100 + 50 + 3 + 160
      expect(await importedIn(2, world, [...fast, ...slow, ...tenOf16()])).toBeGreaterThan(0.9 * 2 * sum)
    })

    it('loses only the part of peers that stall, lie or leave in the middle', async () => {
      const [stalling, lying, leaving, ...others] = tenOf16().map(({ name }, index) =>
        peer(name, {
          bodyMs: 62.5,
          delayMs: 20,
          answer(_, correct) {
            if (performance.now() - start < 2_000) return correct
            if (index === 0) return undefined
            return index === 1 && correct?.kind === 'body-response'
              ? { ...correct, transactions: Uint8Array.of(0xc0) }
              : correct
          },
        }),
      )
      const start = performance.now()
      setTimeout(() => leaving!.disconnect(), 2_000)
      const world = new DownloadWorld({ timeoutMs: 5_000 })
      const imported = await importedIn(7, world, [stalling!, lying!, leaving!, ...others])
      expect(imported).toBeGreaterThan(0.9 * (2 * 160 + 5 * 112))
      expect(world.offences).toContainEqual([lying!.name, 'invalid-message'])
      for (const { name } of [leaving!, ...others])
        expect(world.offences.filter(([offender]) => offender === name)).toEqual([])
    })

    it('leaves the last bodies to quick peers instead of waiting for a slow one', async () => {
      const world = new DownloadWorld({ timeoutMs: 600_000 })
      const slow = peer('slow', {
        // This peer answers the first two requests only.
        answer: (_, correct) => (slow.asked.length > 2 ? undefined : correct),
        delayMs: 60,
      })
      await passing(world.run(slow, peer('quick', { delayMs: 10 })))
      expect(world.imported).toEqual(all)
      expect(slow.asked).toHaveLength(2)
    })

    it('no longer asks a peer that others overtake repeatedly', async () => {
      const quick = peer('quick', { delayMs: 50 })
      const slow = peer('slow', { delayMs: 2_000 })
      // With one request at a time the download takes long enough for eight late answers.
      const speeds = new Map([
        [quick, new SerialSpeed(() => performance.now())],
        [slow, new PeerSpeed(() => performance.now())],
      ])
      const world = new DownloadWorld({ timeoutMs: 60_000, speedOf: (each) => speeds.get(each as FakePeer)! })
      for (let repeat = 0; repeat < 10; repeat++)
        world.download.add({ headers, sources: new Set([quick, slow]) })
      await passing(world.run(quick, slow))
      expect(world.offences).toEqual([['slow', 'slow']])
      expect(slow.asked.length).toBeLessThanOrEqual(10)
      expect(world.imported).toHaveLength(330)
    })
  })

  it('asks another peer for the next body before a silent one times out', async () => {
    const world = new DownloadWorld({ timeoutMs: 600_000 })
    const silent = peer('silent', { answer: () => undefined })
    await world.run(silent, peer('answering'))
    expect(world.imported).toEqual(all)
    expect(world.offences).toEqual([])
    expect(silent.asked).toHaveLength(2)
  })

  it('continues without a peer that leaves', async () => {
    const world = new DownloadWorld()
    const leaving = peer('leaving', { delayMs: 20 })
    setTimeout(() => leaving.disconnect(), 30)
    await world.run(leaving, peer('staying', { delayMs: 5 }))
    expect(world.imported).toEqual(all)
    expect(world.offences).toEqual([])
  })

  it('fails when no peer delivers the next body', async () => {
    const world = new DownloadWorld()
    const silent = peer('silent', { answer: () => undefined })
    await expect(world.run(silent)).rejects.toMatchObject({ offence: 'timeout' })
    expect(world.offences.map(([name]) => name)).toContain('silent')
  })

  it('ends when it is aborted', async () => {
    const world = new DownloadWorld()
    setTimeout(() => world.controller.abort(new Error('enough')), 20)
    await expect(world.run(peer('a', { delayMs: 50 }))).rejects.toThrow('enough')
    expect(world.offences).toEqual([])
  })

  it('fails with an error that no peer caused', async () => {
    const world = new DownloadWorld()
    const broken = peer('broken', {
      answer() {
        throw new TypeError('a mistake of ours')
      },
    })
    await expect(world.run(broken)).rejects.toThrow('a mistake of ours')
    expect(world.offences).toEqual([])
  })

  it('does not keep the messages that contained bodies in memory', async () => {
    const padded = (bytes: Uint8Array): Uint8Array => {
      const message = new Uint8Array(1 << 20)
      message.set(bytes)
      return message.subarray(0, bytes.length)
    }
    const source = peer('padding', {
      answer: (_, correct) =>
        correct?.kind === 'body-response'
          ? { ...correct, transactions: padded(correct.transactions) }
          : correct,
    })
    const kept: number[] = []
    const world = new DownloadWorld({
      importBlock: ({ block }) => void kept.push(block.transactions[0]!.data.buffer.byteLength),
    })
    await world.run(source)
    expect(Math.max(...kept)).toBeLessThan(1_000)
  })

  it('limits the memory of waiting blocks', async () => {
    const log = { address: asAddress(new Uint8Array(20)), topics: [], data: new Uint8Array(10_000) }
    const large = Array.from({ length: 30 }, (_, index) =>
      factory.next(factory.genesis, { logs: [[log]], extraData: Uint8Array.of(index) }),
    )
    const source = peer('source', {
      answer(request) {
        const asked = large.find(
          ({ header }) => request.kind === 'body-request' && equalBytes(request.hash, header.hash),
        )
        return asked && { kind: 'body-response', ...bodyOfBlock(asked) }
      },
    })
    const silent = peer('silent', { answer: () => undefined })
    const world = new DownloadWorld({ timeoutMs: 500, maximumWeight: 140_000 })
    const [first, ...others] = large.map(({ header }) =>
      decodeCompressedHeader(encodeCompressedHeader(header), chain.network),
    )
    // All blocks wait for the first body, which never arrives.
    world.download.add({ headers: [first!], sources: new Set([silent]) })
    world.download.add({ headers: others, sources: new Set([source]) })
    for (const each of [silent, source]) world.download.addSource(each)
    await expect(world.download.run()).rejects.toMatchObject({ offence: 'timeout' })
    expect(source.asked.length).toBeGreaterThan(8)
    expect(source.asked.length).toBeLessThan(20)
  })
})
