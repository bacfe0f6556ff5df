import type { TransactionWatch } from '../../execution/block/blockExecution.ts'
import type { State } from '../../state/state.ts'
import { type CallNode, CallTree } from '../calls/callTree.ts'
import { type TracedPlace, writeFlatCalls } from '../calls/flatCalls.ts'
import { FourBytes } from '../calls/fourBytes.ts'
import { type TransactionOutcome, wholeTransaction, writeCalls } from '../calls/writeCalls.ts'
import { TraceOutput } from '../output/traceOutput.ts'
import { diffText, prestateText } from '../prestate/prestateText.ts'
import { TouchedState, unwatched } from '../prestate/touchedState.ts'
import type { MuxChoice, SingleTracerChoice, TracerChoice } from '../request/tracerChoice.ts'
import { GethStructLogTracer } from '../structLogs/gethStructLogTracer.ts'
import { StructLogTracer } from '../structLogs/structLogTracer.ts'
import { combinedWatch } from './combinedWatch.ts'

type TraceOutcome = Pick<TransactionOutcome, 'gasUsed' | 'success'>

/** Watches one transaction or call; `ended` completes the written trace. */
export interface TransactionTrace {
  watch(state: State): TransactionWatch
  /** Called when the state is the one after the transaction. */
  ended(outcome: TraceOutcome): void
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
  const { gasLimit, logsBefore, place, output, maximumLength } = tracing
  switch (choice.name) {
    case 'struct-logs':
      return {
        watch: (state) => ({ tracer: new StructLogTracer(output, state, choice) }),
        ended: () => {},
      }
    case 'geth-struct-logs': {
      const tracer = new GethStructLogTracer(choice, output)
      return {
        watch: () => ({ tracer }),
        ended: ({ gasUsed, success }) => tracer.end(gasUsed, success),
      }
    }
    case 'calls':
      return treeTrace(maximumLength, (root, outcome) => {
        const writing = { ...choice, logsBefore: choice.withLog ? logsBefore() : 0 }
        writeCalls(root, { gasLimit, ...outcome }, writing, output)
      })
    case 'flat-calls':
      return treeTrace(maximumLength, (root, outcome) =>
        writeFlatCalls(wholeTransaction(root, { gasLimit, ...outcome }), place, choice, output),
      )
    case 'prestate':
      return prestateTrace(choice.diffMode, output)
    case 'four-bytes': {
      const tracer = new FourBytes(maximumLength)
      return { watch: () => ({ tracer }), ended: () => output.write(tracer.text) }
    }
    case 'noop':
      return { watch: () => ({}), ended: () => output.write('{}') }
  }
}

function treeTrace(
  maximumLength: number,
  write: (root: CallNode, outcome: TraceOutcome) => void,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  return {
    watch: () => ({ tracer: tree }),
    ended: ({ gasUsed, success }) => write(tree.root, { gasUsed, success }),
  }
}

const prestateTrace = (diffMode: boolean, output: TraceOutput): TransactionTrace =>
  touchedTrace((touched, state) => {
    const accounts = touched.accounts()
    output.write(diffMode ? diffText(accounts, state) : prestateText(accounts))
  })

/** Calls `read` after the transaction with what it touched; the reads of the state there are not watched. */
export function touchedTrace(read: (touched: TouchedState, state: State) => void): TransactionTrace {
  let touched: TouchedState | undefined
  return {
    watch(state) {
      touched = new TouchedState(state)
      return { accesses: touched }
    },
    ended(): void {
      const ended = touched
      if (ended !== undefined) unwatched(ended.state, () => read(ended, ended.state))
    },
  }
}

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
