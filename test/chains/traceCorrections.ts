import type { RecordedStep, RecordedTrace, RecordedTraces } from '../../src/primitives/recordings.cases.ts'

type RecordedFrame = Omit<RecordedTraces['debug_traceTransaction'], 'structLogs'>

/*
 * Where our traces are other than the recorded ones, on purpose, and why. Everything else must be equal.
 */

/**
 * Recorded steps share one map of storage until a cell is set, so a cell that is cleared later is missing
 * already in the steps before. Number of such steps by transaction.
 */
export const stepsThatLackACell: Readonly<Record<string, number>> = {
  '0x123fc70f0d34d648e75675fcf44eeba78d24f4e4c4387c035b769a93d7b40c8c': 6,
  '0xe6b179a075c8d22e607bac4f4f94776b15f4d2b926a88e581184df3569912a65': 5,
  '0x63e2b1b33d86d71b2d402e9e94b448a9359973f3bd9e60cc0b717df12326011b': 8,
}

/** How a step differs from the recorded one. Steps are many, so the usual answer comes fast. */
export function differenceOf(step: RecordedStep, recorded: RecordedStep): 'none' | 'one more cell' | 'other' {
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
  if (extra === 0) return 'none'
  return extra === 1 && recorded.storage[different[0]![0]] === undefined ? 'one more cell' : 'other'
}

/** Failures in our words: the recorded ones are names and messages of Java classes. */
export const withoutError = <T extends { readonly error?: string | null }>(trace: T): T =>
  trace.error ? { ...trace, error: 'failed' } : trace

const bridge = '0x0000000000000000000000000000000001000006'

/** A transaction without code, without what the Bridge gives back of a refused peg-out: see `isExtra`. */
export const withoutRefunds = (frame: RecordedFrame): RecordedFrame => ({
  ...frame,
  ...(frame.subtraces && {
    subtraces: frame.subtraces.filter(
      ({ invokeData }) => !invokeData.callerAddress.endsWith(bridge.slice(2)),
    ),
  }),
})

/**
 * Traces that we show and the reference node does not: creations without init code, and what the Bridge gives
 * back of a peg-out that it refuses.
 */
export const isExtra = ({ type, action }: RecordedTrace): boolean =>
  (type === 'create' && action.init === '0x') || action.from === bridge

/** A recorded trace, or one of ours, without the members that are corrected. */
export function withoutCorrected(trace: RecordedTrace, isFailed: boolean): RecordedTrace {
  const { action, result, error, ...rest } = withoutError(trace)
  const isInner = trace.traceAddress.length > 0
  return {
    ...rest,
    ...(isInner && error !== undefined && { error }),
    action: {
      ...action,
      // Recorded inner calls all have the input of the transaction.
      ...(isInner && action.input !== undefined && { input: 'corrected' }),
      // Recorded as the contract that runs, instead of the one whose code it borrows.
      ...(action.callType === 'callcode' && { to: 'corrected' }),
    },
    result: isInner ? result : outermostResult(result, isFailed),
  }
}

/** Its output was not recorded, and a failed call of a precompiled contract not as failed. */
function outermostResult(result: RecordedTrace['result'], isFailed: boolean): RecordedTrace['result'] {
  if (isFailed || result === null) return null
  return result.output === undefined ? result : { ...result, output: 'corrected' }
}

/** Extra traces move the places of those beside them. */
export const withoutPlace = (trace: RecordedTrace): RecordedTrace => ({
  ...trace,
  subtraces: 0,
  traceAddress: [],
})
