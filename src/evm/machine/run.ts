import { emptyBytes } from '../../primitives/bytes.ts'
import type { Exit } from '../engine.ts'
import { ExecutionInterrupted, type HaltCause } from '../halt.ts'
import type { ExecutionResult, Message } from '../message.ts'
import { call } from './call.ts'
import { create } from './create.ts'
import { deposit, type Ending, endCall, endCreation, halted, stopped } from './ending.ts'
import type { Activation, Execution } from './execution.ts'
import { selfDestruct } from './selfDestruct.ts'
import { frameEntry } from './tracing.ts'

const exitsBetweenPolls = 256

/**
 * Runs a message to its end: a loop over the innermost open frame, so that the depth of calls costs no native
 * stack. The engine polls for interruption within a frame; exits are counted here because a frame can be short.
 */
export function run(
  execution: Execution,
  message: Message,
  interrupt: (() => boolean) | undefined,
): ExecutionResult {
  const { activations } = execution
  openOutermost(execution, message)
  for (let exits = 1; ; exits++) {
    if (exits % exitsBetweenPolls === 0 && interrupt?.()) throw new ExecutionInterrupted()
    const active = activations[activations.length - 1]!
    const ending = answer(execution, active, active.frame.run())
    if (ending === undefined) continue
    const result = end(execution, active, ending)
    if (result !== undefined) return result
  }
}

function openOutermost(execution: Execution, message: Message): void {
  const { kind, address, caller, value, code, gas, isStatic } = message
  const isInitCode = kind === 'create'
  const input = isInitCode ? emptyBytes : message.data
  const parameters = { depth: 0, code, isInitCode, address, caller, value, input, gas, isStatic }
  execution.tracer?.enter?.(frameEntry(kind, parameters, address))
  execution.open(kind, parameters, execution.mark(), 0, 0)
}

/** Does what the frame left for; the ending, if it ends with that. */
function answer(execution: Execution, active: Activation, exit: Exit): Ending | undefined {
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
      return { status: 'success', cause: undefined, output: active.frame.output() }
    case 'revert':
      return { status: 'revert', cause: undefined, output: active.frame.output() }
  }
}

const haltedBy = (cause: HaltCause | undefined): Ending | undefined =>
  cause === undefined ? undefined : halted(cause)

/** Closes the innermost frame and gives its result to the one below, or returns it when there is none. */
function end(execution: Execution, active: Activation, ending: Ending): ExecutionResult | undefined {
  const { activations, tracer } = execution
  const { frame, kind, parameters } = active
  const isCreation = kind === 'create' || kind === 'create2'
  const final = isCreation ? deposit(execution, active, ending) : ending
  if (tracer?.exit !== undefined) {
    const gasUsed = parameters.gas - (final.status === 'halt' ? 0 : frame.gasLeft)
    tracer.exit({ ...final, gasUsed })
  }
  activations.pop()
  const below = activations[activations.length - 1]
  if (below === undefined) return conclude(execution, active, final)
  if (isCreation) endCreation(execution, below.frame, active, final)
  else endCall(execution, below.frame, active, final)
  frame.close()
  return undefined
}

function conclude(
  execution: Execution,
  { frame, mark }: Activation,
  { status, cause, output }: Ending,
): ExecutionResult {
  if (status !== 'success') execution.rollback(mark)
  const result = {
    status,
    cause,
    gasLeft: status === 'halt' ? 0 : frame.gasLeft,
    refund: status === 'success' ? frame.refund : 0,
    output: output.slice(),
    logs: execution.session.logs(),
    destroyed: execution.destroyed(),
  }
  frame.close()
  execution.session.finish()
  return result
}
