import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { TrafficLook } from '../../server/traffic.ts'
import { type IdleLimits, IdleTurns } from './idleTurns.ts'

const quiet: TrafficLook = { receivedBytes: 0, isAnswering: false }
const answered: TrafficLook = { receivedBytes: 100, isAnswering: false }
const asking: TrafficLook = { receivedBytes: 100, isAnswering: true }
const waiting: TrafficLook = { receivedBytes: 0, isAnswering: true }

/** A world whose clock goes on by a millisecond per look; `looks` come in this order, then quiet ones. */
function idleWorld(looks: readonly TrafficLook[], limits: Partial<IdleLimits> = {}, slices = 5) {
  let now = 0
  let used = 0
  /** What the look before each slice saw: its number. */
  const sliceAfterLook: number[] = []
  const turns = new IdleTurns({
    work: async () => {
      used += 10
      sliceAfterLook.push(now)
      return sliceAfterLook.length < slices
    },
    look: () => looks[now++] ?? quiet,
    now: () => now,
    usedMs: () => used,
    limits: { firstMs: 1_000, quietMs: 3, workMs: 1_000, requestBytes: 10_000, ...limits },
  })
  return { turns, sliceAfterLook }
}

describe('IdleTurns', () => {
  it('starts when the first request was answered and the clients have been quiet', async () => {
    const { turns, sliceAfterLook } = idleWorld([quiet, asking, waiting, answered])
    expect(await turns.done).toBe(5)
    expect(sliceAfterLook).toEqual([7, 8, 9, 10, 11])
  })

  it('starts without a request after the first time', async () => {
    const { turns, sliceAfterLook } = idleWorld([], { firstMs: 6 })
    await turns.done
    expect(sliceAfterLook[0]).toBe(6)
  })

  it('pauses while a request is under way and until the clients have been quiet again', async () => {
    const { turns, sliceAfterLook } = idleWorld([quiet, quiet, asking, waiting, waiting, answered], {
      firstMs: 1,
    })
    await turns.done
    expect(sliceAfterLook).toEqual([1, 2, 9, 10, 11])
  })

  it('ends when clients have sent enough themselves', async () => {
    const { turns } = idleWorld([answered, quiet, quiet, quiet, answered], { requestBytes: 200 })
    expect(await turns.done).toBe(1)
  })

  it('ends when the slices have used the processor time', async () => {
    const { turns } = idleWorld([answered], { workMs: 30 })
    expect(await turns.done).toBe(3)
  })

  it('begins no slice after its end', async () => {
    const { turns, sliceAfterLook } = idleWorld([], { firstMs: 0 }, 1_000_000)
    while (sliceAfterLook.length === 0) await sleep(1)
    turns.end()
    const slices = await turns.done
    await setImmediate()
    await setImmediate()
    expect(sliceAfterLook).toHaveLength(slices)
  })

  it('ends with a failure', async () => {
    const failing = new IdleTurns({
      work: async () => {
        throw new Error('no memory')
      },
      look: () => quiet,
      now: () => 0,
      usedMs: () => 0,
      limits: { firstMs: 0, quietMs: 0, workMs: 1, requestBytes: 1 },
    })
    expect(await failing.done).toBe(1)
  })
})
