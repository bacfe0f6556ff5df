import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const program = fileURLToPath(new URL('../../test/support/hostileDecoding.ts', import.meta.url))

it('refuses 16 MiB of empty items, nesting or huge lengths in every decoder, in less than 16 MiB of memory', () => {
  // A small young generation, so that memory that is free already does not count as growth.
  const options = ['--max-semi-space-size=1', '--import', 'tsx', program]
  const report = JSON.parse(execFileSync(process.execPath, options, { encoding: 'utf8' }))
  for (const outcomes of Object.values(report.outcomes)) expect(outcomes).toEqual(Array(5).fill('refused'))
  expect(Object.keys(report.outcomes)).toHaveLength(8)
  expect(report.grownKiB).toBeLessThan(16 * 1024)
})
