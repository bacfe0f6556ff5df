import { emptyBytes } from '../../primitives/bytes.ts'
import type { CallRequest } from '../engine.ts'
import type { HaltCause } from '../halt.ts'
import type { Code } from '../host.ts'
import { type Activation, calleeParameters, contextOf, noCode } from './activation.ts'
import type { Execution } from './execution.ts'
import { callPrecompile, notePrecompileCall, refuseCall } from './precompileCall.ts'
import { callCost, callExcess, calleeGas } from './systemGas.ts'
import { traceCall } from './tracing.ts'

/**
 * Serves CALL, CALLCODE, DELEGATECALL and STATICCALL: opens a frame for the callee, or pushes the result. A
 * returned cause halts the caller.
 */
export function call(execution: Execution, caller: Activation): HaltCause | undefined {
  const { frame, parameters } = caller
  const { rules, accounts } = execution
  const request = frame.callRequest()
  // A static frame may make a CALLCODE with value: the value does not leave the account.
  if (parameters.isStatic && request.kind === 'call' && request.value !== 0n)
    return 'state-change-in-static-call'

  const cost = callCost(request, frame, accounts)
  const available = frame.gasLeft - cost
  if (available < 0) return 'out-of-gas'
  const gas = calleeGas(request, available, rules)
  if (gas === undefined) return 'out-of-gas'
  frame.charge(cost + gas)
  execution.addExcess(callExcess(request, accounts))
  // The cost covers both regions. Memory grows for the output region now, and for the input region when it is
  // read.
  frame.expand(request.outputOffset, request.outputSize)

  const precompile = request.targetIsClean ? accounts.precompile(request.target) : undefined
  if (precompile?.noteCall) notePrecompileCall(execution, precompile)
  if (parameters.depth >= execution.depthLimit) {
    frame.refill(gas)
    frame.pushNumber(0)
    return undefined
  }
  if (precompile !== undefined) return callPrecompile(execution, caller, request, precompile, gas)
  callAccount(execution, caller, request, gas)
  return undefined
}

function callAccount(execution: Execution, caller: Activation, request: CallRequest, gas: number): void {
  caller.frame.expand(request.inputOffset, request.inputSize)
  if (!execution.canPay(caller.parameters.address, request.value)) {
    refuseCall(execution, caller, gas)
    return
  }
  const code = execution.accounts.executedCode(request.target)
  if (code === undefined) callWithoutCode(execution, caller, request, gas)
  else openCallee(execution, caller, request, code, gas)
}

function callWithoutCode(execution: Execution, caller: Activation, request: CallRequest, gas: number): void {
  const { frame } = caller
  const { tracer, rules, host } = execution
  host.noteParticipant(request.target)
  const context = contextOf(request, caller)
  execution.transfer(caller.parameters.address, context, request.value)
  execution.internalTransactions?.count()
  if (tracer !== undefined) {
    traceCall(tracer, request, caller, calleeParameters(request, caller, context, noCode, gas))
    tracer.exit?.({ status: 'success', cause: undefined, gasUsed: 0, output: emptyBytes })
  }
  frame.refill(gas)
  if (rules.rskip171) frame.setReturnData(emptyBytes)
  frame.pushNumber(1)
}

function openCallee(
  execution: Execution,
  caller: Activation,
  request: CallRequest,
  code: Code,
  gas: number,
): void {
  const { session, activations, tracer, host } = execution
  host.noteParticipant(request.target)
  const context = contextOf(request, caller)
  const mark = execution.mark()
  execution.transfer(caller.parameters.address, context, request.value)
  const parameters = calleeParameters(request, caller, context, code, gas)
  execution.internalTransactions?.openCall(request, caller, parameters)
  if (tracer !== undefined) traceCall(tracer, request, caller, parameters)
  const { kind, inputOffset, inputSize, outputOffset, outputSize } = request
  const frame = session.openCallee(parameters, caller.frame, inputOffset, inputSize)
  activations.push({ kind, frame, parameters, mark, outputOffset, outputSize })
}
