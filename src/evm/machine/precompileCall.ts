import { emptyBytes } from '../../primitives/bytes.ts'
import type { CallRequest } from '../engine.ts'
import { FastEngineUnable, type HaltCause } from '../halt.ts'
import {
  type InternalTransaction,
  type Precompile,
  PrecompileFailure,
  precompileWork,
} from '../precompiles/precompile.ts'
import { type Activation, calleeParameters, contextOf, noCode } from './activation.ts'
import type { Execution } from './execution.ts'
import { traceCall } from './tracing.ts'

/** Notifies the contract of a call that names it, before the call can be refused or fail. */
export function notePrecompileCall({ activations }: Execution, precompile: Precompile): void {
  const isInCreation = ({ parameters }: Activation) => parameters.isInitCode && parameters.depth > 0
  precompile.noteCall?.(activations.some(isInCreation))
}

/** Makes a call to a precompiled contract. A returned cause halts the caller (before RSKIP197). */
export function callPrecompile(
  execution: Execution,
  caller: Activation,
  request: CallRequest,
  precompile: Precompile,
  gas: number,
): HaltCause | undefined {
  const { frame, parameters } = caller
  const { host } = execution
  if (!execution.canPay(parameters.address, request.value)) {
    refuseCall(execution, caller, gas)
    return undefined
  }
  const input = readInput(execution, caller, request, precompile)
  const mark = host.state.snapshot()
  execution.transfer(parameters.address, contextOf(request, caller), request.value)
  if (!host.state.isContract(request.target)) host.state.markContract(request.target)

  if (precompile.takesTransactions) execution.internalTransactions?.count()
  const required = precompile.gas(input, request.kind, gas)
  execution.count(precompileWork(input, Math.min(required, gas)))
  traceEnter(execution, caller, request, gas)
  if (required > gas) {
    traceExit(execution, 'out-of-gas', gas)
    host.state.rollback(mark)
    execution.forgetAccounts()
    if (execution.rules.rskip171) frame.setReturnData(emptyBytes)
    frame.pushNumber(0)
    return undefined
  }
  frame.refill(gas - required)
  const output = runPrecompile(execution, caller, request, precompile, input)
  execution.forgetAccounts()
  if (output === undefined) {
    traceExit(execution, 'precompiled-contract-failed', required)
    return failed(execution, caller, mark)
  }
  traceExit(execution, undefined, required, output)
  return succeeded(execution, caller, request, output)
}

/** Memory grows only for the bytes that the contract reads, although the caller has paid for all. */
function readInput(
  { rules }: Execution,
  { frame }: Activation,
  { inputOffset, inputSize }: CallRequest,
  { maximumInput }: Precompile,
): Uint8Array {
  const size = rules.rskip516 ? Math.min(inputSize, maximumInput) : inputSize
  frame.expand(inputOffset, size)
  return frame.memory(inputOffset, size)
}

/** The output, or undefined when the contract failed. */
function runPrecompile(
  execution: Execution,
  caller: Activation,
  request: CallRequest,
  precompile: Precompile,
  input: Uint8Array,
): Uint8Array | undefined {
  const { session } = execution
  const { parameters } = caller
  const { kind, value } = request
  const { address, depth } = parameters
  const isStatic = parameters.isStatic || kind === 'staticcall'
  try {
    return precompile.run(input, {
      kind,
      caller: address,
      value,
      depth,
      isStatic,
      internalTransactions: () => leadingTo(execution, caller, request),
      emit: (log) => session.appendLog(log),
    })
  } catch (error) {
    if (error instanceof PrecompileFailure) return undefined
    throw error
  }
}

function leadingTo(
  { internalTransactions }: Execution,
  caller: Activation,
  request: CallRequest,
): readonly InternalTransaction[] {
  if (internalTransactions === undefined)
    throw new FastEngineUnable(
      'the fast engine does not record the calls that lead to a precompiled contract',
    )
  return internalTransactions.leadingTo(request, caller)
}

/**
 * Rolls back the host, but not the logs that the contract wrote before it failed: they belong to the caller.
 */
function failed({ host, rules }: Execution, { frame }: Activation, mark: number): HaltCause | undefined {
  if (!rules.rskip197) return 'precompiled-contract-failed'
  host.state.rollback(mark)
  frame.setReturnData(emptyBytes)
  frame.pushNumber(0)
  return undefined
}

function succeeded(
  execution: Execution,
  { frame }: Activation,
  { outputOffset, outputSize }: CallRequest,
  output: Uint8Array,
): HaltCause | undefined {
  // The output may be a view of the memory that is written next, so the return data are copied before.
  if (execution.rules.rskip90) frame.setReturnData(output)
  if (execution.rules.rskip150) {
    if (outputSize > 0) frame.writeMemory(outputOffset, output.subarray(0, outputSize))
  } else {
    // The whole output is written, and memory beyond the output region is free.
    if (output.length > outputSize && !execution.takeFreeMemory(outputOffset + output.length))
      return 'out-of-gas'
    frame.expand(outputOffset, output.length)
    frame.writeMemory(outputOffset, output)
  }
  frame.pushNumber(1)
  return undefined
}

function traceEnter({ tracer }: Execution, caller: Activation, request: CallRequest, gas: number): void {
  if (tracer?.enter === undefined) return
  const parameters = calleeParameters(request, caller, contextOf(request, caller), noCode, gas)
  traceCall(tracer, request, caller, parameters, true)
}

function traceExit(
  { tracer }: Execution,
  cause: HaltCause | undefined,
  gasUsed: number,
  output: Uint8Array = emptyBytes,
): void {
  tracer?.exit?.({ status: cause === undefined ? 'success' : 'halt', cause, gasUsed, output })
}

/**
 * Ends a call whose caller cannot pay the value: it changes no state, and the caller gets the callee's gas
 * back.
 */
export function refuseCall({ rules }: Execution, { frame }: Activation, gas: number): void {
  frame.refill(gas)
  if (rules.rskip171) frame.setReturnData(emptyBytes)
  frame.pushNumber(0)
}
