import type { Address } from '../../primitives/bytes.ts'
import type { FrameParameters } from '../engine.ts'
import type { FrameEntry } from '../tracer.ts'

/** A call or creation as a tracer hears of it. */
export function frameEntry(
  kind: FrameEntry['kind'],
  parameters: FrameParameters,
  codeAddress: Address,
  isPrecompile = false,
): FrameEntry {
  const { depth, caller, address, value, gas, isInitCode, code, input } = parameters
  return {
    kind,
    depth,
    caller,
    address,
    codeAddress,
    isPrecompile,
    value,
    gas,
    input: isInitCode ? code.bytes : input,
  }
}
