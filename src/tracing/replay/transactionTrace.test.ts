import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { TraceError } from '../output/traceError.ts'
import { readTracerChoice } from '../request/tracerChoice.ts'
import { calleeAddress, callTo, traceTextOf } from '../tracingWorld.cases.ts'

const transaction = {
  code: `${callTo('CALL', calleeAddress)} 7 0 MSTORE 32 0 RETURN`,
  calleeCode: '1 1 SSTORE',
  data: Uint8Array.of(1, 2, 3, 4),
}

describe('the noopTracer', () => {
  it('answers an empty object', () => {
    expect(traceTextOf({ name: 'noop' }, transaction)).toBe('{}')
  })
})

describe('the muxTracer', () => {
  it('answers the same as each of its tracers alone', () => {
    const tracerConfig = {
      callTracer: { withLog: true },
      prestateTracer: { diffMode: true },
      flatCallTracer: {},
      '4byteTracer': null,
      noopTracer: {},
      structLogger: { disableStack: true },
      rskTracer: { disableMemory: true },
    }
    const muxed: { readonly callTracer?: unknown; readonly [tracer: string]: unknown } = JSON.parse(
      traceTextOf(readTracerChoice({ tracer: 'muxTracer', tracerConfig }), transaction),
    )
    expect(Object.keys(muxed).toSorted()).toEqual(Object.keys(tracerConfig).toSorted())
    for (const [tracer, config] of Object.entries(tracerConfig)) {
      const alone = traceTextOf(readTracerChoice({ tracer, tracerConfig: config }), transaction)
      expect(muxed[tracer], tracer).toEqual(JSON.parse(alone))
    }
    expect(muxed.callTracer).toMatchObject({ calls: [{ to: toHex(calleeAddress) }] })
  })

  it('answers an empty object without tracers', () => {
    expect(traceTextOf({ name: 'mux', tracers: [] }, transaction)).toBe('{}')
  })

  it('limits the answers of all tracers together', () => {
    const choice = readTracerChoice({
      tracer: 'muxTracer',
      tracerConfig: { structLogger: {}, rskTracer: {} },
    })
    const alone = traceTextOf(readTracerChoice({ tracer: 'structLogger' }), transaction)
    const both = (): string => traceTextOf(choice, transaction, alone.length + 10)
    expect(both).toThrow(TraceError)
    expect(both).toThrow(expect.objectContaining({ code: 'too-large' }))
  })
})
