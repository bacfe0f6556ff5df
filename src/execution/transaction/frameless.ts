import type { ExecuteOptions } from '../../evm/execute.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { type Outcome, outcomeOf, type Request } from './request.ts'

/** The outcome of a request that ran no code: a transfer, or a creation without init code. */
export function frameless(
  kind: 'call' | 'create',
  { sender, value, data, gasLimit, intrinsicGas }: Request,
  address: Address,
  { tracer }: ExecuteOptions,
): Outcome {
  tracer?.enter?.({
    kind,
    depth: 0,
    caller: asAddress(sender),
    address,
    codeAddress: address,
    isPrecompile: false,
    hasCode: false,
    value,
    gas: gasLimit - intrinsicGas,
    input: data,
  })
  tracer?.exit?.({ status: 'success', cause: undefined, gasUsed: 0, output: emptyBytes })
  const createdAddress = kind === 'create' ? address : undefined
  return outcomeOf('success', undefined, intrinsicGas, emptyBytes, [], createdAddress)
}
