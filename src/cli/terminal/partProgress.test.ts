import { describe, expect, it } from 'vitest'
import { PartProgress } from './partProgress.ts'

function watched(columns?: number) {
  const shown: string[] = []
  const show = (text: string): void => void shown.push(text)
  const status = columns === undefined ? undefined : { columns, show, clear: () => show('cleared') }
  const clock = { ms: 0 }
  return { shown, clock, progress: new PartProgress({ note: show, status }, () => clock.ms) }
}

describe('PartProgress', () => {
  it('draws a bar in place on a terminal, at most every 100 ms', () => {
    const { shown, clock, progress } = watched(60)
    for (clock.ms = 25; clock.ms <= 200; clock.ms += 25) progress.show(clock.ms / 800, 'blocks verified')
    progress.finish()
    expect(shown).toEqual([
      '[###---------------------] 12 %  blocks verified',
      '[######------------------] 25 %  blocks verified',
      'cleared',
    ])
  })

  it('shows work whose end is not known without a bar, within the width of the terminal', () => {
    const { shown, clock, progress } = watched(11)
    clock.ms = 100
    progress.show(undefined, '5,000 entries of bodies')
    expect(shown).toEqual(['5,000 entr'])
  })

  it('writes a line every five seconds without a terminal', () => {
    const { shown, clock, progress } = watched()
    for (clock.ms = 500; clock.ms <= 10_000; clock.ms += 500) progress.show(undefined, `${clock.ms} read`)
    progress.finish()
    expect(shown).toEqual(['5000 read', '10000 read'])
  })
})
