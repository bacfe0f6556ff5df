import type { ExecuteOptions } from '../../evm/execute.ts'
import type { Log } from '../../evm/log.ts'
import { type Precompile, type PrecompileCall, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { type Address, asAddress, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { isSequentialContract } from '../host/sequentialContracts.ts'
import { TransactionRejection } from './rejection.ts'
import { type Outcome, outcomeOf, type Request } from './request.ts'

const blake2fAddress = standardPrecompileAddress(9)
/** The caller that contracts see in a REMASC transaction, whose sender has a one-byte address. */
const zeroAddress = asAddress(new Uint8Array(20))

/**
 * A transaction sent to a precompiled contract. Value moves after a success only. When the contract throws, the
 * receipt still shows success, and the contract's changes and logs stay.
 */
export function callPrecompileDirectly(
  request: Request,
  address: Address,
  precompile: Precompile,
  host: EvmHost,
  { tracer }: ExecuteOptions,
): Outcome {
  if (isSequentialContract(address)) host.calledSequentialContract = true
  const logs: Log[] = []
  const call = callOf(request, (log) => {
    logs.push(log)
    tracer?.log?.(log)
  })
  tracer?.enter?.({
    kind: 'call',
    depth: 0,
    caller: call.caller,
    address,
    codeAddress: address,
    isPrecompile: true,
    hasCode: false,
    value: request.value,
    gas: request.gasLimit - request.intrinsicGas,
    input: request.data,
  })
  const outcome = settledCall(request, address, precompile, host, call, logs)
  tracer?.exit?.({
    status: outcome.status,
    cause: outcome.cause,
    gasUsed: outcome.gasUsed - request.intrinsicGas,
    output: outcome.output,
  })
  return outcome
}

const callOf = ({ sender, value }: Request, emit: PrecompileCall['emit']): PrecompileCall => ({
  kind: 'transaction',
  caller: sender.length === zeroAddress.length ? asAddress(sender) : zeroAddress,
  value,
  depth: 0,
  isStatic: false,
  emit,
})

function settledCall(
  { sender, value, data, gasLimit, intrinsicGas }: Request,
  address: Address,
  precompile: Precompile,
  host: EvmHost,
  call: PrecompileCall,
  logs: Log[],
): Outcome {
  const required = priceOf(precompile, address, data, host)
  const gasUsed = required + intrinsicGas
  // Before RSKIP136 the intrinsic gas was not counted here, so a transaction could use more gas than its limit.
  const isAffordable = gasLimit >= (host.rules.rskip136 ? gasUsed : required)
  if (!isAffordable) return outcomeOf('halt', 'out-of-gas', gasLimit)

  const output = outputOf(precompile, data, call)
  if (output === undefined)
    return outcomeOf('halt', 'precompiled-contract-failed', gasUsed, emptyBytes, logs, undefined, true)
  const { state } = host
  if (!state.exists(address)) state.createAccount(address, { keepBalance: false })
  if (!state.isContract(address)) state.markContract(address)
  state.addBalance(sender, -value)
  state.addBalance(address, value)
  return outcomeOf('success', undefined, gasUsed, output, logs)
}

/** A transaction whose contract throws while it computes its price cannot be in a block. */
function priceOf(precompile: Precompile, address: Address, data: Uint8Array, { rules }: EvmHost): number {
  // Before RSKIP552 blake2f without input has no price.
  if (!rules.rskip552 && data.length === 0 && equalBytes(address, blake2fAddress)) {
    throw new TransactionRejection('unpriceable-input', 'a transaction to blake2f has no input')
  }
  try {
    return precompile.gas(data)
  } catch (error) {
    if (error instanceof PrecompileFailure) throw new TransactionRejection('unpriceable-input', error.message)
    throw error
  }
}

/** Undefined when the contract throws. */
function outputOf(precompile: Precompile, data: Uint8Array, call: PrecompileCall): Uint8Array | undefined {
  try {
    return precompile.run(data, call)
  } catch (error) {
    if (error instanceof PrecompileFailure) return undefined
    throw error
  }
}
