import type { Address } from '../../primitives/bytes.ts'
import type { CallRequest, FrameParameters } from '../engine.ts'
import type { FrameEntry, Tracer } from '../tracer.ts'
import type { Activation } from './activation.ts'

/** A call or creation in the form that tracers receive. */
export function frameEntry(
  kind: FrameEntry['kind'],
  parameters: FrameParameters,
  codeAddress: Address,
  input: Uint8Array,
  isPrecompile = false,
): FrameEntry {
  const { depth, caller, address, value, gas, isInitCode, code } = parameters
  return {
    kind,
    depth,
    caller,
    address,
    codeAddress,
    isPrecompile,
    hasCode: code.bytes.length > 0,
    value,
    gas,
    input: isInitCode ? code.bytes : input,
  }
}

/** Reports a call to the tracer; its input is in the caller's memory. */
export function traceCall(
  tracer: Tracer,
  { kind, target, inputOffset, inputSize }: CallRequest,
  { frame }: Activation,
  parameters: FrameParameters,
  isPrecompile = false,
): void {
  const input = frame.memory(inputOffset, inputSize)
  tracer.enter?.(frameEntry(kind, parameters, target, input, isPrecompile))
}
