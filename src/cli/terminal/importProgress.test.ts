import { describe, expect, it } from 'vitest'
import { genesisBlock } from '../../protocol/genesis.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import { ImportProgress } from './importProgress.ts'

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
  it('shows how far the files are read, with speed and time left', () => {
    const { shown, clock, progress } = watchedImport(120)
    for (clock.ms = 50; clock.ms <= 2000; clock.ms += 50) progress.add(block, clock.ms / 8)
    expect(shown).toHaveLength(20)
    expect(shown.at(-1)).toBe('[######------------------] 25 %  40 blocks imported  20.0/s  6.0 s left')
  })

  it('clears its line at the end and gives a summary', () => {
    const { shown, clock, progress } = watchedImport(40)
    clock.ms = 1000
    progress.add(block, 500)
    expect(progress.finish()).toBe('1 block with 0 transactions in 1.0 s (1.00 blocks/s, 0.50 Mgas/s)')
    expect(shown.at(-1)).toBe('cleared')
  })

  it('shows how many blocks were stored before', () => {
    const { clock, progress } = watchedImport()
    clock.ms = 1000
    progress.add(block, 10, true)
    progress.add(block, 20)
    expect(progress.finish()).toMatch(/^2 blocks .*; 1 stored before$/)
  })
})
