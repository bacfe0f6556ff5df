import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kinds } from '../../bench/fleet/model.ts'
import { scaleTable } from '../../bench/fleet/scaleTable.ts'

const page = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')

describe('the model of a large fleet', () => {
  it('prints the table of docs/scale.md', () => {
    expect(page).toContain(scaleTable())
  })

  it('has shares that sum up to all requests', () => {
    expect(kinds.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
  })
})
