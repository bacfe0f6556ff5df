import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Steps } from '../../primitives/work/steps.ts'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import { Outbox } from './outbox.ts'

/** An outbox on a clock that the messages move. */
class OutboxWorld {
  readonly sent: number[] = []
  readonly reported: unknown[] = []
  readonly outbox: Outbox
  time = 0

  constructor() {
    const now = (): number => this.time
    this.outbox = new Outbox({
      rate: { perSecond: 1_000, burst: 1_000 },
      answering: new WorkBudget({ share: 0.5, savedMs: 1_000 }, now),
      now,
      send: (payload) => this.sent.push(payload[0]!) > 0,
      report: (error) => this.reported.push(error),
    })
  }

  /** An answer that takes some milliseconds, in as many steps. */
  *answer(name: number, milliseconds: number): Steps<Uint8Array> {
    for (let step = 0; step < milliseconds; step++) {
      this.time++
      yield
    }
    return Uint8Array.of(name)
  }

  async untilEmpty(): Promise<void> {
    for (let turn = 0; turn < 200 && this.outbox.length > 0; turn++) await pause(1)
  }
}

describe('an answer that takes long to compute', () => {
  it('does not delay other messages, and is sent before the next answer', async () => {
    const world = new OutboxWorld()
    const { outbox } = world
    outbox.add('answers', { bytes: 0, make: () => world.answer(1, 9) })
    expect(world.time).toBeLessThan(9)
    expect(outbox.length).toBe(1)
    outbox.add('answers', { bytes: 0, make: () => world.answer(2, 1) })
    outbox.add('requests', { bytes: 0, make: () => Uint8Array.of(3) })
    await world.untilEmpty()
    expect(world.sent).toEqual([3, 1, 2])
  })

  it('is given up when a step fails', async () => {
    const world = new OutboxWorld()
    const failing = function* (): Steps<Uint8Array> {
      yield* world.answer(1, 4)
      throw new Error('damaged')
    }
    world.outbox.add('answers', { bytes: 0, make: failing })
    world.outbox.add('answers', { bytes: 0, make: () => world.answer(2, 1) })
    await world.untilEmpty()
    expect(world.sent).toEqual([2])
    expect(world.reported).toEqual([new Error('damaged')])
  })

  it('is not continued after the end of the session', async () => {
    const world = new OutboxWorld()
    world.outbox.add('answers', { bytes: 0, make: () => world.answer(1, 9) })
    const { time } = world
    world.outbox.close()
    await pause(10)
    expect(world.outbox.length).toBe(0)
    expect(world.time).toBe(time)
    expect(world.sent).toEqual([])
  })
})
