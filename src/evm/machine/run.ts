import { emptyBytes } from '../../primitives/bytes.ts'
import type { EngineSession, Exit } from '../engine.ts'
import type { HaltCause } from '../halt.ts'
import type { Host } from '../host.ts'
import type { ExecutionResult, Message } from '../message.ts'
import type { EvmRules } from '../rules.ts'
import type { Tracer } from '../tracer.ts'
import type { Activation } from './activation.ts'
import { call } from './call.ts'
import { create } from './create.ts'
import {
  deposit,
  type Ending,
  endCall,
  endCreation,
  halted,
  outputOf,
  returned,
  reverted,
  stopped,
} from './ending.ts'
import { Execution, type Interrupt } from './execution.ts'
import { selfDestruct } from './selfDestruct.ts'
import { frameEntry } from './tracing.ts'

export interface RunOptions {
  readonly tracer?: Tracer | undefined
  readonly interrupt?: Interrupt | undefined
}

/**
 * Runs a message to its end in an engine's session, which it closes: a loop over the innermost open frame, so that nested
 * calls use no native stack.
 */
export function run(
  session: EngineSession,
  message: Message,
  host: Host,
  rules: EvmRules,
  { tracer, interrupt }: RunOptions,
): ExecutionResult {
  try {
    const execution = new Execution(host, rules, session, tracer, interrupt)
    const { activations } = execution
    openOutermost(execution, message)
    for (;;) {
      const { frame } = activations[activations.length - 1]!
      const gas = frame.gasLeft
      const exit = frame.run(execution.gasBeforePoll)
      let gasLeft = frame.gasLeft
      for (const opened of session.takeOpened()) {
        execution.adopt(opened)
        gasLeft += opened.parameters.gas
      }
      // A halt also takes unused gas. The frame used at most `gasBeforePoll`, at which it would have paused.
      execution.count(exit === 'halt' ? Math.min(gas, execution.gasBeforePoll) : gas - gasLeft)
      if (exit === 'pause') continue
      const active = activations[activations.length - 1]!
      const ending = serve(execution, active, exit)
      if (ending === undefined) continue
      const result = end(execution, active, ending)
      if (result !== undefined) return result
    }
  } finally {
    session.close()
  }
}

function openOutermost(execution: Execution, message: Message): void {
  const { kind, address, caller, value, code, gas, isStatic } = message
  const isInitCode = kind === 'create'
  const input = isInitCode ? emptyBytes : message.data
  const parameters = { depth: 0, code, isInitCode, address, caller, value, gas, isStatic }
  execution.tracer?.enter?.(frameEntry(kind, parameters, address, input))
  const mark = execution.mark()
  const frame = execution.session.open(parameters, input)
  execution.activations.push({ kind, frame, parameters, mark, outputOffset: 0, outputSize: 0 })
}

/** Serves the request that the frame left for. Returns the ending if the frame ends with it. */
function serve(execution: Execution, active: Activation, exit: Exclude<Exit, 'pause'>): Ending | undefined {
  switch (exit) {
    case 'call':
      return haltedBy(call(execution, active))
    case 'create':
      return haltedBy(create(execution, active))
    case 'selfdestruct':
      return haltedBy(selfDestruct(execution, active)) ?? stopped
    case 'stop':
      return stopped
    case 'halt':
      return halted(active.frame.haltCause())
    case 'return':
      return returned
    case 'revert':
      return reverted
  }
}

const haltedBy = (cause: HaltCause | undefined): Ending | undefined =>
  cause === undefined ? undefined : halted(cause)

/**
 * Closes the innermost frame and gives its result to the frame below. Returns the result of the outermost
 * frame.
 */
function end(execution: Execution, active: Activation, ending: Ending): ExecutionResult | undefined {
  const { activations, tracer, internalTransactions } = execution
  const { frame, kind, parameters } = active
  const isCreation = kind === 'create' || kind === 'create2'
  const final = isCreation ? deposit(execution, active, ending) : ending
  if (tracer?.exit !== undefined) {
    const gasUsed = parameters.gas - (final.status === 'halt' ? 0 : frame.gasLeft)
    tracer.exit({ status: final.status, cause: final.cause, gasUsed, output: outputOf(frame, final) })
  }
  activations.pop()
  const below = activations[activations.length - 1]
  if (below === undefined) return conclude(execution, active, final)
  if (isCreation) {
    endCreation(execution, below.frame, active, final)
    internalTransactions?.endCreation()
  } else {
    endCall(execution, below.frame, active, final)
    internalTransactions?.endCall()
  }
  frame.close()
  return undefined
}

function conclude(execution: Execution, { frame, mark }: Activation, ending: Ending): ExecutionResult {
  const { status, cause } = ending
  if (status !== 'success') execution.rollback(mark)
  const result = {
    status,
    cause,
    gasLeft: status === 'halt' ? 0 : frame.gasLeft,
    refund: status === 'success' ? frame.refund : 0,
    excessGas: execution.excessGas,
    output: ending.hasOutput ? frame.output().slice() : emptyBytes,
    logs: execution.session.logs(),
    destroyed: execution.destroyed(),
  }
  frame.close()
  execution.session.finish()
  return result
}
