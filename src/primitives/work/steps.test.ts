import { describe, expect, it } from 'vitest'
import { complete, completeInSlices, type Steps } from './steps.ts'

describe('work in steps', () => {
  const timeline: string[] = []
  let time = 0

  function* work(): Steps<string> {
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      timeline.push(name)
      time += 3
      yield
    }
    return 'done'
  }

  it('is done at once', () => {
    timeline.length = 0
    expect(complete(work())).toBe('done')
    expect(timeline).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('pauses after each slice of time', async () => {
    timeline.length = 0
    const pause = async () => {
      timeline.push('pause')
      time += 100
    }
    expect(await completeInSlices(work(), { now: () => time, sliceMs: 6, pause })).toBe('done')
    expect(timeline).toEqual(['a', 'b', 'pause', 'c', 'd', 'pause', 'e'])
  })
})
