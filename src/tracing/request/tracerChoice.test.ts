import { describe, expect, it } from 'vitest'
import { TraceError } from '../output/traceError.ts'
import { readTracerChoice } from './tracerChoice.ts'

describe('the options of a trace', () => {
  it('are struct logs with all members by default', () => {
    const everything = {
      name: 'struct-logs',
      disableMemory: false,
      disableStack: false,
      disableStorage: false,
    }
    for (const options of [undefined, {}, 'text', 5, [], { foo: true }]) {
      expect(readTracerChoice(options)).toEqual(everything)
    }
  })

  it('are recognised in any letter case, and set only by true or the text "true"', () => {
    expect(readTracerChoice({ DISABLEmemory: 'TRUE', disableStack: true, disableStorage: 1 })).toEqual({
      name: 'struct-logs',
      disableMemory: true,
      disableStack: true,
      disableStorage: false,
    })
  })

  it('can be members of tracerConfig', () => {
    const options = { Tracer: 'CallTracer', tracerConfig: { withLog: true } }
    expect(readTracerChoice(options)).toEqual({ name: 'calls', onlyTopCall: false, withLog: true })
    expect(readTracerChoice({ tracer: 'prestateTracer', tracerConfig: { diffMode: true } })).toEqual({
      name: 'prestate',
      diffMode: true,
    })
  })

  it.each([null, { tracer: 'noTracer' }, { tracer: null }, { tracer: 5 }])('%j are refused', (options) => {
    const read = (): unknown => readTracerChoice(options)
    expect(read).toThrow(TraceError)
    expect(read).toThrow(expect.objectContaining({ code: 'bad-options' }))
  })
})
