import { afterEach, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { recordedBlocks } from '../../primitives/recordings.cases.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { findingsOf } from './findings.ts'
import { Preparation } from './preparation.ts'
import { preparedAhead } from './preparedAhead.ts'

const blocks = recordedBlocks('contracts')
  .slice(0, 60)
  .map(({ rlp }) => ({ rlp: fromHex(rlp) }))

let preparation: Preparation | undefined
afterEach(() => preparation?.close())

const open = (idleBytes = 0): Preparation => {
  preparation = new Preparation({
    network: regtest,
    onError: (error) => {
      throw error
    },
    idleBytes,
  })
  return preparation
}

/** Resolves when threads take jobs. */
const whenReady = (opened: Preparation): Promise<void> =>
  vi.waitFor(
    async () => {
      const ticket = opened.add({ kind: 'block', rlp: blocks[0]!.rlp })
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(ticket.isWaiting).toBe(false)
      await ticket.result()
    },
    { timeout: 60_000 },
  )

async function* from<Item>(items: readonly Item[], failure?: Error): AsyncGenerator<Item> {
  yield* items
  if (failure) throw failure
}

describe('preparation in threads', () => {
  it('gives the findings of each block, also of one that cannot be decoded', async () => {
    const opened = open()
    await whenReady(opened)
    const jobs = [...blocks, { rlp: Uint8Array.of(1, 2) }].map(({ rlp }) => ({
      kind: 'block' as const,
      // A view into larger memory.
      rlp: Uint8Array.of(...rlp, 9, 9).subarray(0, rlp.length),
    }))
    const tickets = jobs.map((job) => opened.add(job))
    await new Promise((resolve) => setTimeout(resolve, 0))
    const sent = tickets.filter(({ isWaiting }) => !isWaiting)
    expect(sent.length).toBeGreaterThan(0)
    for (const ticket of sent) expect(await ticket.result()).toEqual(findingsOf(ticket.job, regtest))
  })

  it('begins before the first job when the caller says so', async () => {
    const opened = open(2 ** 30)
    opened.start()
    await whenReady(opened)
  })

  it('waits for no thread when none was started or none is left', async () => {
    const opened = open(2 ** 30)
    await opened.ready()
    opened.start()
    const waiting = opened.ready()
    opened.close()
    await waiting
  })

  it('ends its threads after the last job, once its result is there', async () => {
    const opened = open()
    await whenReady(opened)
    const tickets = blocks.map(({ rlp }) => opened.add({ kind: 'block', rlp }))
    opened.finish()
    for (const ticket of tickets) {
      await ticket.settled()
      expect(await ticket.result()).toBeDefined()
    }
    const late = opened.add({ kind: 'block', rlp: blocks[0]!.rlp })
    await Promise.resolve()
    // A thread would have taken it.
    expect(late.isSettled).toBe(true)
  })

  it('gives nothing at once for a job that no thread has taken', async () => {
    const ticket = open().add({ kind: 'block', rlp: blocks[0]!.rlp })
    expect(await ticket.result()).toBeUndefined()
  })

  it('answers every waiting and later job with undefined after it was closed', async () => {
    const opened = open()
    await whenReady(opened)
    const tickets = blocks.map(({ rlp }) => opened.add({ kind: 'block', rlp }))
    await Promise.resolve()
    opened.close()
    for (const ticket of tickets) expect(await ticket.result()).toBeUndefined()
    expect(await opened.add({ kind: 'block', rlp: blocks[0]!.rlp }).result()).toBeUndefined()
  })
})

describe('blocks that are prepared ahead', () => {
  it('come in their order, whether threads had time for them or not', async () => {
    const opened = open()
    await whenReady(opened)
    const seen: unknown[] = []
    let prepared = 0
    for await (const { item, findings } of preparedAhead(from(blocks), opened)) {
      seen.push(item)
      if (findings) prepared++
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(seen).toEqual(blocks)
    expect(prepared).toBeGreaterThan(0)
  })

  it('are read many at a time, so that they share messages to threads', async () => {
    let read = 0
    const many = async function* (): AsyncGenerator<{ readonly rlp: Uint8Array }> {
      for (; read < 2_000; read++) yield blocks[read % blocks.length]!
    }
    const readings = new Set<number>()
    let taken = 0
    for await (const _ of preparedAhead(many(), open(Number.POSITIVE_INFINITY))) {
      taken++
      await new Promise((resolve) => setImmediate(resolve))
      readings.add(read)
    }
    expect(taken).toBe(2_000)
    // One for each refill of half a queue of 512 blocks.
    expect(readings.size).toBeLessThan(10)
  })

  it('come before the error of their source', async () => {
    const seen: unknown[] = []
    const reading = async () => {
      for await (const { item } of preparedAhead(from(blocks.slice(0, 5), new Error('torn')), open()))
        seen.push(item)
    }
    await expect(reading()).rejects.toThrow('torn')
    expect(seen).toEqual(blocks.slice(0, 5))
  })
})
