import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue, type FairQueueLimits, type Turn } from './fairQueue.ts'

interface Job {
  readonly owner: string
  readonly ms: number
}

const plenty = { waitingPerOwner: 1_000, waiting: 10_000 }

/** Runs the jobs of a queue in simulated time, and records their order. */
class Machine {
  readonly queue: FairQueue<Job>
  readonly started: Job[] = []
  readonly servedMs = new Map<string, number>()
  readonly #running = new Set<{ readonly turn: Turn<Job>; readonly endMs: number }>()
  #nowMs = 0

  constructor(limits: FairQueueLimits) {
    this.queue = new FairQueue(limits)
  }

  start(): void {
    for (let turn = this.queue.next(); turn !== undefined; turn = this.queue.next()) {
      this.started.push(turn.job)
      this.#running.add({ turn, endMs: this.#nowMs + turn.job.ms })
    }
  }

  runningOf(owner: string): number {
    return [...this.#running].filter(({ turn }) => turn.job.owner === owner).length
  }

  /** Ends the running job that ends first; false when none runs. */
  finishOne(): boolean {
    const [first] = [...this.#running].sort((one, other) => one.endMs - other.endMs)
    if (first === undefined) return false
    const { job, finished } = first.turn
    this.#running.delete(first)
    this.#nowMs = first.endMs
    finished(job.ms)
    this.servedMs.set(job.owner, (this.servedMs.get(job.owner) ?? 0) + job.ms)
    return true
  }
}

const jobs = fc.array(
  fc.record({ owner: fc.constantFrom('a', 'b', 'c', 'd'), ms: fc.integer({ min: 1, max: 500 }) }),
  { maxLength: 60 },
)
const threadCounts = fc.integer({ min: 1, max: 4 })

describe('a fair queue', () => {
  it('runs every job once, and those of one owner in order', () => {
    fc.assert(
      fc.property(jobs, threadCounts, (given, threads) => {
        const machine = new Machine({ atOnce: threads + 1, ...plenty })
        for (const job of given) machine.queue.add(job.owner, job)
        do machine.start()
        while (machine.finishOne())
        for (const owner of ['a', 'b', 'c', 'd']) {
          const of = (list: readonly Job[]): Job[] => list.filter((job) => job.owner === owner)
          expect(of(machine.started)).toEqual(of(given))
        }
        expect([machine.queue.waiting, machine.queue.running]).toEqual([0, 0])
      }),
    )
  })

  it('leaves no thread free while jobs wait, and adds one for an owner without a running job', () => {
    fc.assert(
      fc.property(jobs, threadCounts, (given, threads) => {
        const machine = new Machine({ atOnce: threads + 1, ...plenty })
        for (const [index, job] of given.entries()) {
          machine.queue.add(job.owner, job)
          machine.start()
          const { running, waiting } = machine.queue
          expect(running).toBeLessThanOrEqual(threads + 1)
          expect(machine.runningOf(job.owner)).toBeLessThanOrEqual(threads)
          if (running < threads) expect(waiting).toBe(0)
          if (running === threads && waiting > 0) expect(machine.runningOf(job.owner)).toBeGreaterThan(0)
          if (index % 3 === 0) machine.finishOne()
        }
      }),
    )
  })

  it('gives owners that always want more the same work, whatever the length of their jobs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 200 }),
        threadCounts,
        (first, second, threads) => {
          const machine = new Machine({ atOnce: threads + 1, ...plenty })
          const added = { a: 0, b: 0 }
          const refill = (owner: 'a' | 'b', ms: number): void => {
            const started = machine.started.filter((job) => job.owner === owner).length
            for (; added[owner] < started + 10; added[owner]++) machine.queue.add(owner, { owner, ms })
          }
          for (let count = 0; count < 200; count++) {
            refill('a', first)
            refill('b', second)
            machine.start()
            machine.finishOne()
          }
          const [a = 0, b = 0] = [machine.servedMs.get('a'), machine.servedMs.get('b')]
          const longest = Math.max(first, second)
          expect(Math.abs(a - b)).toBeLessThanOrEqual((threads + 2) * longest)
        },
      ),
    )
  })

  it('answers the short jobs of one owner before the long queue of another is empty', () => {
    const machine = new Machine({ atOnce: 3, ...plenty })
    for (let count = 0; count < 20; count++) machine.queue.add('a', { owner: 'a', ms: 5_000 })
    machine.start()
    machine.queue.add('b', { owner: 'b', ms: 1 })
    machine.start()
    expect(machine.started.map(({ owner }) => owner)).toEqual(['a', 'a', 'b'])
  })

  it('gives an owner no credit for the time in which it had no jobs', () => {
    const machine = new Machine({ atOnce: 2, ...plenty })
    for (let count = 0; count < 10; count++) machine.queue.add('a', { owner: 'a', ms: 100 })
    machine.start()
    while (machine.servedMs.get('a') !== 500) {
      machine.finishOne()
      machine.start()
    }
    for (let count = 0; count < 10; count++) machine.queue.add('late', { owner: 'late', ms: 100 })
    const before = machine.started.length
    for (let count = 0; count < 8; count++) {
      machine.start()
      machine.finishOne()
    }
    const ofLate = machine.started.slice(before).filter(({ owner }) => owner === 'late').length
    expect(ofLate).toBeLessThanOrEqual(6)
  })

  it('alternates between owners whose jobs take no measurable time', () => {
    const machine = new Machine({ atOnce: 1, ...plenty })
    for (const owner of ['a', 'a', 'a', 'b', 'b', 'c']) machine.queue.add(owner, { owner, ms: 0 })
    do machine.start()
    while (machine.finishOne())
    expect(machine.started.map(({ owner }) => owner).join(' ')).toBe('a b c a b a')
  })

  it('counts the work of an owner that pauses between its jobs', () => {
    const queue = new FairQueue<string>({ atOnce: 2, ...plenty })
    queue.add('greedy', 'long')
    const long = queue.next()!
    queue.add('other', 'beside')
    queue.next()
    long.finished(10_000)
    queue.add('greedy', 'again')
    queue.add('modest', 'short')
    expect(queue.next()?.job).toBe('short')
  })

  it('refuses jobs beyond the bound of an owner and of all', () => {
    const queue = new FairQueue<number>({ atOnce: 2, waitingPerOwner: 2, waiting: 3 })
    expect([queue.add('a', 1), queue.add('a', 2), queue.add('a', 3)]).toEqual([true, true, false])
    expect([queue.add('b', 4), queue.add('b', 5), queue.add('c', 6)]).toEqual([true, false, false])
  })

  it('makes room for a newcomer by dropping the oldest job of the owner with the most waiting jobs', () => {
    const dropped: string[] = []
    const queue = new FairQueue<string>({ atOnce: 2, waitingPerOwner: 3, waiting: 5 }, (job) =>
      dropped.push(job),
    )
    for (const job of ['a1', 'a2', 'a3']) queue.add('a', job)
    for (const job of ['b1', 'b2']) queue.add('b', job)
    expect(queue.add('c', 'c1')).toBe(true)
    expect(dropped).toEqual(['a1'])
    expect([queue.add('b', 'b3'), queue.add('c', 'c2')]).toEqual([false, false])
    expect(queue.add('d', 'd1')).toBe(true)
    expect([dropped.length, queue.waiting]).toEqual([2, 5])
  })

  it('names the owner with several running jobs while another without any waits', () => {
    const queue = new FairQueue<string>({ atOnce: 3, ...plenty })
    for (const job of ['a1', 'a2', 'a3']) queue.add('a', job)
    const [first] = [queue.next(), queue.next()]
    expect(queue.crowding).toBeUndefined()
    queue.add('b', 'b1')
    queue.next()
    queue.add('b', 'b2')
    expect(queue.crowding).toBeUndefined()
    queue.add('c', 'c1')
    expect(queue.crowding).toBe('a')
    first?.finished(1)
    expect([queue.next()?.job, queue.crowding]).toEqual(['c1', undefined])
  })

  it('forgets a job that is removed while it waits', () => {
    const queue = new FairQueue<string>({ atOnce: 2, ...plenty })
    queue.add('a', 'first')
    queue.add('a', 'second')
    expect(queue.remove('a', 'first')).toBe(true)
    expect(queue.next()?.job).toBe('second')
    expect([queue.remove('a', 'second'), queue.remove('x', 'first')]).toEqual([false, false])
  })

  it('forgets owners without jobs whose work is not ahead of the clock', () => {
    const queue = new FairQueue<number>({ atOnce: 2, waitingPerOwner: 1, waiting: 5 })
    for (let index = 0; index < 1_000; index++) {
      queue.add(`owner ${index}`, index)
      queue.next()?.finished(1)
    }
    expect(queue.owners).toBeLessThanOrEqual(11)
  })
})
