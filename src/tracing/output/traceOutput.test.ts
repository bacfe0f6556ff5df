import { describe, expect, it } from 'vitest'
import { TraceError } from './traceError.ts'
import { TraceOutput } from './traceOutput.ts'

describe('the output of a trace', () => {
  it('is complete and arrives in pieces before the end', () => {
    const pieces: string[] = []
    const output = new TraceOutput((piece) => pieces.push(piece), 1e7)
    const line = 'x'.repeat(100)
    for (let i = 0; i < 5000; i++) output.write(line)
    expect(pieces.length).toBeGreaterThan(3)
    output.end()
    expect(pieces.join('')).toBe(line.repeat(5000))
    expect(pieces.length).toBeLessThan(20)
  })

  it('throws before it writes text beyond the limit', () => {
    const pieces: string[] = []
    const output = new TraceOutput((piece) => pieces.push(piece), 10)
    output.write('0123456789')
    expect(() => output.write('x')).toThrow(TraceError)
    expect(pieces).toEqual([])
  })
})
