import { describe, expect, it } from 'vitest'
import { atEvenTimes } from './evenTimes.ts'

describe('rows at even times', () => {
  const rows = [{ time: 120 }, { time: 240 }]
  const at = (from: number, to: number) => atEvenTimes(rows, ({ time }) => time, { from, to, step: 60 })

  it('have a time for each period, even without a row', () => {
    expect(at(61, 250)).toEqual({
      times: [120, 180, 240],
      rows: [{ time: 120 }, undefined, { time: 240 }],
    })
  })

  it('are empty for a span without a moment', () => {
    expect(at(121, 125)).toEqual({ times: [], rows: [] })
  })
})
