import type { RecordedStep, RecordedTrace, RecordedTraces } from '../../../src/primitives/recordings.cases.ts'

type RecordedFrame = Omit<RecordedTraces['debug_traceTransaction'], 'structLogs'>

/* Deliberate differences between Cambium's traces and the recorded ones (M17). Everything else must be equal. */

/**
 * Recorded steps share one storage map until a cell is set, so a cell that a later step clears is already missing from
 * the steps before it. Number of such steps per transaction.
 */
export const stepsThatLackACell: Readonly<Record<string, number>> = {
  '0x123fc70f0d34d648e75675fcf44eeba78d24f4e4c4387c035b769a93d7b40c8c': 6,
  '0xe6b179a075c8d22e607bac4f4f94776b15f4d2b926a88e581184df3569912a65': 5,
  '0x63e2b1b33d86d71b2d402e9e94b448a9359973f3bd9e60cc0b717df12326011b': 8,
}

/** How a step differs from the recorded one. Millions of steps are compared, so the common case is cheap. */
export function differenceOf(step: RecordedStep, recorded: RecordedStep): 'same' | 'extra-cell' | 'other' {
  const isSame =
    step.op === recorded.op &&
    step.depth === recorded.depth &&
    step.pc === recorded.pc &&
    step.gas === recorded.gas &&
    step.gasCost === recorded.gasCost &&
    step.stack.join() === recorded.stack.join() &&
    step.memory.join() === recorded.memory.join()
  const cells = Object.entries(step.storage)
  const different = cells.filter(([cell, value]) => recorded.storage[cell] !== value)
  const extra = cells.length - Object.keys(recorded.storage).length
  if (!isSame || different.length !== extra) return 'other'
  if (extra === 0) return 'same'
  return extra === 1 && recorded.storage[different[0]![0]] === undefined ? 'extra-cell' : 'other'
}

/** Drops the text of a failure: recorded texts are names and messages of Java classes. */
export const withoutError = <T extends { readonly error?: string | null }>(trace: T): T =>
  trace.error ? { ...trace, error: 'failed' } : trace

const bridge = '0x0000000000000000000000000000000001000006'

/** The frame of a transaction without code, minus the Bridge's refunds of rejected peg-outs: see `isExtra`. */
export const withoutRefunds = (frame: RecordedFrame): RecordedFrame => ({
  ...frame,
  ...(frame.subtraces && {
    subtraces: frame.subtraces.filter(
      ({ invokeData }) => !invokeData.callerAddress.endsWith(bridge.slice(2)),
    ),
  }),
})

/**
 * Traces that only Cambium shows: creations without init code, and the Bridge's refunds of rejected peg-outs.
 */
export const isExtra = ({ type, action }: RecordedTrace): boolean =>
  (type === 'create' && action.init === '0x') || action.from === bridge

/** A trace without the members that Cambium corrects. */
export function withoutCorrected(trace: RecordedTrace, isFailed: boolean): RecordedTrace {
  const { action, result, error, ...rest } = withoutError(trace)
  const isInner = trace.traceAddress.length > 0
  return {
    ...rest,
    ...(isInner && error !== undefined && { error }),
    action: {
      ...action,
      // Every recorded inner call has the input of the transaction.
      ...(isInner && action.input !== undefined && { input: 'corrected' }),
      // Recorded as the running contract instead of the contract whose code it borrows.
      ...(action.callType === 'callcode' && { to: 'corrected' }),
    },
    result: isInner ? result : outermostResult(result, isFailed),
  }
}

/** The outermost output was not recorded, and failed calls of precompiled contracts were recorded as successes. */
function outermostResult(result: RecordedTrace['result'], isFailed: boolean): RecordedTrace['result'] {
  if (isFailed || result === null) return null
  return result.output === undefined ? result : { ...result, output: 'corrected' }
}

/** Extra traces shift the addresses of their siblings. */
export const withoutPlace = (trace: RecordedTrace): RecordedTrace => ({
  ...trace,
  subtraces: 0,
  traceAddress: [],
})
