import { describe, expect, it } from 'vitest'
import { stagesOf, WorkPace } from './workProgress.ts'

describe('WorkPace', () => {
  const clock = { ms: 0 }
  const paced = (): WorkPace => {
    clock.ms = 0
    return new WorkPace(() => clock.ms)
  }

  it('derives part, rate and time left from the counts', () => {
    const pace = paced()
    const step = { what: 'blocks', total: 400 }
    expect(pace.progress({ ...step, done: 100 })).toMatchObject({ part: 0.25, perSecond: undefined })
    clock.ms = 10_000
    // The first 100 were done before: they count for the part, not for the rate.
    expect(pace.progress({ ...step, done: 200 })).toMatchObject({
      ...{ part: 0.5, perSecond: 10, secondsLeft: 20 },
    })
  })

  it('follows the rate of the last minute', () => {
    const pace = paced()
    let done = 0
    let last = pace.progress({ what: 'blocks', done, total: 10_000 })
    for (clock.ms = 1_000; clock.ms <= 200_000; clock.ms += 1_000) {
      done += clock.ms <= 100_000 ? 1 : 10
      last = pace.progress({ what: 'blocks', done, total: 10_000 })
    }
    expect(last.perSecond).toBeCloseTo(10)
    expect(last.secondsLeft).toBeCloseTo((10_000 - done) / 10)
  })

  it('takes the part of the whole work in stages, and a rate within one stage only', () => {
    const pace = paced()
    pace.progress({ what: 'records', done: 10, total: 10, part: 0.5 })
    clock.ms = 1_000
    expect(pace.progress({ what: 'blocks', done: 1, total: 2, part: 0.75 })).toMatchObject({
      ...{ part: 0.75, perSecond: undefined, secondsLeft: 1 },
    })
  })

  it('knows neither part nor time left without an end, or while nothing moves', () => {
    const pace = paced()
    pace.progress({ what: 'nodes', done: 0 })
    clock.ms = 1_000
    expect(pace.progress({ what: 'nodes', done: 5 })).toMatchObject({
      ...{ part: undefined, perSecond: 5, secondsLeft: undefined },
    })
    const halted = paced()
    halted.progress({ what: 'blocks', done: 1, total: 2 })
    clock.ms = 1_000
    expect(halted.progress({ what: 'blocks', done: 1, total: 2 }).secondsLeft).toBeUndefined()
  })
})

describe('stagesOf', () => {
  it('gives each stage its range of the whole', () => {
    const [first, empty, last] = stagesOf([1, 0, 3])
    expect([first!(0), first!(1), empty!(0.5), last!(0), last!(0.5), last!(2)]).toEqual([
      ...[0, 0.25, 0.25, 0.25, 0.625, 1],
    ])
  })

  it('has no division by zero for a folder without records', () => expect(stagesOf([0])[0]!(1)).toBe(0))
})
