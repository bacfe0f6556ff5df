import { describe, expect, it } from 'vitest'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { ImportProgress, PartProgress } from './progress.ts'

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

const genesis = genesisBlock(regtest)
const block = { ...genesis, header: { ...genesis.header, gasUsed: 500_000 } }

function watchedImport(columns?: number) {
  const shown: string[] = []
  const show = (text: string): void => void shown.push(text)
  const status = columns === undefined ? undefined : { columns, show, clear: () => show('cleared') }
  const clock = { ms: 0 }
  const progress = new ImportProgress({ print: show, note: show, status }, 1000, () => clock.ms)
  return { shown, clock, progress }
}

describe('ImportProgress', () => {
  it('draws a bar with speed and time left on a terminal, at most every 100 ms', () => {
    const { shown, clock, progress } = watchedImport(120)
    for (clock.ms = 50; clock.ms <= 2000; clock.ms += 50) progress.add(block, clock.ms / 8)
    expect(shown).toHaveLength(20)
    expect(shown.at(-1)).toBe(
      '[######------------------] 25 %  40 blocks  20.0 blocks/s, 10.0 Mgas/s  6.0 s left',
    )
  })

  it('cuts the line at the width of the terminal and clears it at the end', () => {
    const { shown, clock, progress } = watchedImport(40)
    clock.ms = 1000
    progress.add(block, 500)
    expect(shown[0]).toHaveLength(39)
    expect(progress.finish()).toBe('1 block with 0 transactions in 1.0 s (1.00 blocks/s, 0.50 Mgas/s)')
    expect(shown[1]).toBe('cleared')
  })

  it('shows how many blocks were stored before', () => {
    const { clock, progress } = watchedImport()
    clock.ms = 1000
    progress.add(block, 10, true)
    progress.add(block, 20)
    expect(progress.finish()).toMatch(/^2 blocks .*; 1 stored before$/)
  })

  it('writes a line every five seconds without a terminal', () => {
    const { shown, clock, progress } = watchedImport()
    for (clock.ms = 100; clock.ms <= 10_000; clock.ms += 100) progress.add(block, 10)
    expect(shown).toEqual([
      '1 %  50 blocks  10.0 blocks/s, 5.00 Mgas/s  8 min left',
      '1 %  100 blocks  10.0 blocks/s, 5.00 Mgas/s  17 min left',
    ])
  })
})
