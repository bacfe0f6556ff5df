import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../test/support/hostileDecoding.ts', import.meta.url))

describe('every decoder', () => {
  it('rejects 16 MiB of empty items, nesting or huge lengths, in less than 16 MiB of memory', () => {
    // With a small young generation, garbage that was not collected yet hardly counts as growth.
    const options = ['--max-semi-space-size=1', '--import', 'tsx', program]
    const report = JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
    for (const outcomes of Object.values(report.outcomes)) expect(outcomes).toEqual(Array(5).fill('refused'))
    expect(Object.keys(report.outcomes)).toHaveLength(8)
    expect(report.grownKiB).toBeLessThan(16 * 1024)
  })
})
