import { describe, expect, it } from 'vitest'
import { WorkLine, workText } from './workLine.ts'

function watched(columns?: number) {
  const shown: string[] = []
  const show = (text: string): void => void shown.push(text)
  const status = columns === undefined ? undefined : { columns, show, clear: () => show('cleared') }
  const clock = { ms: 0 }
  return { shown, clock, line: new WorkLine({ note: show, status }, () => clock.ms) }
}

describe('WorkLine', () => {
  it('draws a bar in place on a terminal, at most every 100 ms', () => {
    const { shown, clock, line } = watched(90)
    const step = { what: 'blocks verified', total: 8_000 }
    for (clock.ms = 25; clock.ms <= 900; clock.ms += 25) line.show({ ...step, done: clock.ms })
    line.finish()
    expect(shown).toHaveLength(10)
    expect(shown[1]).toBe('[#-----------------------] 2 %  200 of 8,000 blocks verified')
    expect(shown[8]).toBe(
      '[###---------------------] 11 %  900 of 8,000 blocks verified  1,000/s  7.1 s left',
    )
    expect(shown[9]).toBe('cleared')
  })

  it('shows work whose end is not known without a bar, within the width of the terminal', () => {
    const { shown, clock, line } = watched(11)
    clock.ms = 100
    line.show({ what: 'entries of bodies', done: 5_000 })
    expect(shown).toEqual(['5,000 entr'])
  })

  it('writes a line every five seconds without a terminal', () => {
    const { shown, clock, line } = watched()
    for (clock.ms = 500; clock.ms <= 10_000; clock.ms += 500) line.show({ what: 'read', done: clock.ms })
    line.finish()
    expect(shown).toEqual(['5,000 read  1,000/s', '10,000 read  1,000/s'])
  })
})

describe('the text of a work', () => {
  it('gives bytes in their units', () => {
    const progress = {
      what: 'of the state',
      done: 2e6,
      total: 8e6,
      part: 0.25,
      perSecond: 5e5,
      secondsLeft: 12,
    }
    expect(workText({ ...progress, isBytes: true })).toBe(
      '25 %  2.00 MB of 8.00 MB of the state  500 kB/s  12 s left',
    )
  })

  it('gives no time left at the end, and no rate while nothing moves', () => {
    const progress = { what: 'blocks', done: 8, total: 8, part: 1, perSecond: 0, secondsLeft: 0 }
    expect(workText(progress)).toBe('100 %  8 of 8 blocks')
  })
})
