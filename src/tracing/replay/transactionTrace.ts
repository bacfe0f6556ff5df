import type { TransactionWatch } from '../../execution/block/blockExecution.ts'
import type { State } from '../../state/state.ts'
import { CallTree } from '../calls/callTree.ts'
import { type TracedPlace, writeFlatCalls } from '../calls/flatCalls.ts'
import { FourBytes } from '../calls/fourBytes.ts'
import { type TransactionOutcome, wholeTransaction, writeCalls } from '../calls/writeCalls.ts'
import { TraceOutput } from '../output/traceOutput.ts'
import { diffText, prestateText } from '../prestate/prestateText.ts'
import { TouchedState, unwatched } from '../prestate/touchedState.ts'
import type {
  CallTracerOptions,
  FlatCallOptions,
  GethStructLogOptions,
  MuxChoice,
  PrestateOptions,
  SingleTracerChoice,
  StructLogOptions,
  TracerChoice,
} from '../request/tracerChoice.ts'
import { GethStructLogTracer } from '../structLogs/gethStructLogTracer.ts'
import { StructLogTracer } from '../structLogs/structLogTracer.ts'
import { combinedWatch } from './combinedWatch.ts'

/** Watches one transaction or call; `ended` completes the written trace. */
export interface TransactionTrace {
  watch(state: State): TransactionWatch
  /** Called when the state is the one after the transaction. */
  ended(outcome: Pick<TransactionOutcome, 'gasUsed' | 'success'>): void
}

export interface TransactionTraceContext {
  readonly gasLimit: number | bigint
  /** Number of logs of earlier transactions of its block. */
  readonly logsBefore: () => number
  readonly place: TracedPlace
  readonly output: TraceOutput
  readonly maximumLength: number
}

export function transactionTrace(choice: TracerChoice, tracing: TransactionTraceContext): TransactionTrace {
  return choice.name === 'mux' ? mux(choice, tracing) : singleTrace(choice, tracing)
}

function singleTrace(choice: SingleTracerChoice, tracing: TransactionTraceContext): TransactionTrace {
  switch (choice.name) {
    case 'struct-logs':
      return structLogs(choice, tracing)
    case 'geth-struct-logs':
      return gethStructLogs(choice, tracing)
    case 'calls':
      return calls(choice, tracing)
    case 'flat-calls':
      return flatCalls(choice, tracing)
    case 'prestate':
      return prestate(choice, tracing)
    case 'four-bytes':
      return fourBytes(tracing)
    case 'noop':
      return noop(tracing)
  }
}

const structLogs = (options: StructLogOptions, { output }: TransactionTraceContext): TransactionTrace => ({
  watch: (state) => ({ tracer: new StructLogTracer(output, state, options) }),
  ended: () => {},
})

function gethStructLogs(
  options: GethStructLogOptions,
  { output }: TransactionTraceContext,
): TransactionTrace {
  const tracer = new GethStructLogTracer(options, output)
  return {
    watch: () => ({ tracer }),
    ended: ({ gasUsed, success }) => tracer.end(gasUsed, success),
  }
}

function calls(
  options: CallTracerOptions,
  { gasLimit, logsBefore, output, maximumLength }: TransactionTraceContext,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  return {
    watch: () => ({ tracer: tree }),
    ended({ gasUsed, success }): void {
      const writing = { ...options, logsBefore: options.withLog ? logsBefore() : 0 }
      writeCalls(tree.root, { gasLimit, gasUsed, success }, writing, output)
    },
  }
}

function flatCalls(
  options: FlatCallOptions,
  { gasLimit, place, output, maximumLength }: TransactionTraceContext,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  return {
    watch: () => ({ tracer: tree }),
    ended({ gasUsed, success }): void {
      writeFlatCalls(wholeTransaction(tree.root, { gasLimit, gasUsed, success }), place, options, output)
    },
  }
}

function fourBytes({ output, maximumLength }: TransactionTraceContext): TransactionTrace {
  const tracer = new FourBytes(maximumLength)
  return { watch: () => ({ tracer }), ended: () => output.write(tracer.text) }
}

const noop = ({ output }: TransactionTraceContext): TransactionTrace => ({
  watch: () => ({}),
  ended: () => output.write('{}'),
})

/** Each tracer writes its own text; the tracers share the maximum length equally. */
function mux({ tracers }: MuxChoice, tracing: TransactionTraceContext): TransactionTrace {
  const maximumLength = Math.floor(tracing.maximumLength / Math.max(1, tracers.length))
  const parts = tracers.map(([member, choice]) => {
    const pieces: string[] = []
    const output = new TraceOutput((piece) => pieces.push(piece), maximumLength)
    return { member, pieces, output, trace: singleTrace(choice, { ...tracing, output, maximumLength }) }
  })
  return {
    watch: (state) => combinedWatch(parts.map(({ trace }) => trace.watch(state))),
    ended(outcome): void {
      for (const [index, { member, pieces, output, trace }] of parts.entries()) {
        trace.ended(outcome)
        output.end()
        tracing.output.write(`${index === 0 ? '{' : ','}${JSON.stringify(member)}:`)
        for (const piece of pieces) tracing.output.write(piece)
      }
      tracing.output.write(parts.length === 0 ? '{}' : '}')
    },
  }
}

function prestate({ diffMode }: PrestateOptions, { output }: TransactionTraceContext): TransactionTrace {
  let touched: TouchedState | undefined
  return {
    watch(state) {
      touched = new TouchedState(state)
      return { accesses: touched }
    },
    ended(): void {
      if (touched === undefined) return
      const { state } = touched
      const accounts = touched.accounts()
      output.write(unwatched(state, () => (diffMode ? diffText(accounts, state) : prestateText(accounts))))
    },
  }
}
