import { type Traces, TraceText } from '../../tracing/run/traces.ts'

export type LightTraces = Pick<Traces, 'trace' | 'readCalls' | 'readChanges' | 'limits'>

/** Traces that are made when they are asked for, not when they are read: while a call runs, the values that it misses are noted. */
export const atOnce = (traces: Traces): LightTraces => ({
  limits: traces.limits,
  readCalls: (...request) => traces.readCalls(...request),
  readChanges: (...request) => traces.readChanges(...request),
  trace(...request) {
    const pieces: string[] = []
    traces.trace(...request).write((piece) => pieces.push(piece))
    return new TraceText((write) => {
      for (const piece of pieces) write(piece)
    })
  },
})
