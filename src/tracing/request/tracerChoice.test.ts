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

  it('of the other tracers of geth have its names and defaults', () => {
    expect(readTracerChoice({ tracer: 'structLogger', enableMemory: true, limit: 5 })).toEqual({
      name: 'geth-struct-logs',
      enableMemory: true,
      enableReturnData: false,
      disableStack: false,
      disableStorage: false,
      limit: 5,
    })
    const tracerConfig = { convertParityErrors: true }
    expect(readTracerChoice({ tracer: 'flatCallTracer', tracerConfig })).toEqual({
      name: 'flat-calls',
      convertParityErrors: true,
      includePrecompiles: false,
    })
    expect(readTracerChoice({ tracer: '4byteTracer' })).toEqual({ name: 'four-bytes' })
    expect(readTracerChoice({ tracer: 'noopTracer' })).toEqual({ name: 'noop' })
  })

  it('of the muxTracer are names of tracers with the options of each', () => {
    const tracerConfig = { callTracer: { withLog: true }, '4byteTracer': null }
    expect(readTracerChoice({ tracer: 'muxTracer', tracerConfig })).toEqual({
      name: 'mux',
      tracers: [
        ['callTracer', { name: 'calls', onlyTopCall: false, withLog: true }],
        ['4byteTracer', { name: 'four-bytes' }],
      ],
    })
  })

  const tooMany = Object.fromEntries(
    ['callTracer', 'CALLTRACER', 'CallTracer', 'callTRACER', 'calltracer', 'cALL', 'a', 'b'].map((name) => [
      name,
      {},
    ]),
  )

  it.each([
    { tracer: 'muxTracer' },
    { tracer: 'muxTracer', tracerConfig: [] },
    { tracer: 'muxTracer', tracerConfig: { muxTracer: {} } },
    { tracer: 'muxTracer', tracerConfig: { noSuchTracer: {} } },
    { tracer: 'muxTracer', tracerConfig: tooMany },
    { tracer: 'structLogger', limit: -1 },
    { tracer: 'structLogger', limit: 'many' },
  ])('%j are refused with the reason', (options) => {
    expect(() => readTracerChoice(options)).toThrow(TraceError)
  })

  it.each([null, { tracer: 'noTracer' }, { tracer: null }, { tracer: 5 }])('%j are refused', (options) => {
    const read = (): unknown => readTracerChoice(options)
    expect(read).toThrow(TraceError)
    expect(read).toThrow(expect.objectContaining({ code: 'bad-options' }))
  })
})
