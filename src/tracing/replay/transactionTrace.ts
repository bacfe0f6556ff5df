import type { TransactionWatch } from '../../execution/block/blockOptions.ts'
import type { State } from '../../state/state.ts'
import { CallTree } from '../calls/callTree.ts'
import { type TransactionOutcome, writeCalls } from '../calls/writeCalls.ts'
import type { TraceOutput } from '../output/traceOutput.ts'
import { diffText, prestateText } from '../prestate/prestateText.ts'
import { TouchedState, unwatched } from '../prestate/touchedState.ts'
import type {
  CallTracerOptions,
  PrestateOptions,
  StructLogOptions,
  TracerChoice,
} from '../request/tracerChoice.ts'
import { StructLogTracer } from '../structLogs/structLogTracer.ts'

/** Watches one transaction or call, and has written the whole trace after `ended`. */
export interface TransactionTrace {
  watch(state: State): TransactionWatch
  /** Called when the state is the one after the transaction. */
  ended(outcome: Pick<TransactionOutcome, 'gasUsed' | 'success'>): void
}

/** The circumstances of one traced transaction. */
export interface TransactionTraceContext {
  readonly gasLimit: number | bigint
  /** Number of logs of earlier transactions of its block. */
  readonly logsBefore: () => number
  readonly output: TraceOutput
  readonly maximumLength: number
}

export function transactionTrace(choice: TracerChoice, tracing: TransactionTraceContext): TransactionTrace {
  switch (choice.name) {
    case 'struct-logs':
      return structLogs(choice, tracing)
    case 'calls':
      return calls(choice, tracing)
    case 'prestate':
      return prestate(choice, tracing)
  }
}

const structLogs = (options: StructLogOptions, { output }: TransactionTraceContext): TransactionTrace => ({
  watch: (state) => ({ tracer: new StructLogTracer(output, state, options) }),
  ended: () => {},
})

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
