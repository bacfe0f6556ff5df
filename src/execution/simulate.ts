import type { ExecuteOptions } from '../evm/execute.ts'
import { type HaltCause, UnprocessableMessage } from '../evm/halt.ts'
import type { Log } from '../evm/log.ts'
import { type Address, asHash, emptyBytes } from '../primitives/bytes.ts'
import { rulesAt } from '../protocol/networks/rules.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { State } from '../state/state.ts'
import { EvmHost, type ExecutionContext } from './host/evmHost.ts'
import { mayBePrecompile } from './host/nativeContracts.ts'
import { settle } from './transaction/executeTransaction.ts'
import { runRequest } from './transaction/runRequest.ts'

/** A transaction without signature. */
export interface SimulatedCall {
  readonly from: Address
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
  readonly gas: number
  /** The answer of GASPRICE; the sender is not charged. */
  readonly gasPrice: bigint
}

export interface SimulationResult {
  /** `halt` when a precompiled contract throws, although the receipt of such a transaction shows success. */
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** With intrinsic gas, less refunds. */
  readonly gasUsed: number
  /** Refunded gas, which a transaction must nevertheless provide. */
  readonly gasRefunded: number
  /** Return data, revert data, or deployed code. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly createdAddress: Address | undefined
}

export interface SimulationOptions extends ExecuteOptions {
  /** Called before the changes of the call are rolled back. */
  readonly onEnd?: (result: SimulationResult) => void
  /** Whether the changes of the call stay, as those of a transaction: for a sequence of calls on one state. */
  readonly keepsChanges?: boolean
}

const noHash = asHash(new Uint8Array(32))

/**
 * Runs a call as a transaction of the block, without the conditions of a transaction: the sender need not even have the
 * value. The state is unchanged when it returns or throws, unless the caller wants to keep the changes.
 */
export function simulateCall(
  call: SimulatedCall,
  state: State,
  context: ExecutionContext,
  options: SimulationOptions = {},
): SimulationResult {
  const intrinsic = intrinsicGas(call, rulesAt(context.network, context.block.number))
  if (call.gas < intrinsic) return halted('out-of-gas', call.gas)
  if (isUnobserved(state, options) && isTransfer(call, state)) return transferred(intrinsic)
  const host = new EvmHost(state, context)
  host.begin(
    {
      hash: noHash,
      sender: call.from,
      publicKey: undefined,
      isRemasc: false,
      isLocalCall: true,
      isFreeBridgeTransaction: false,
    },
    call.gasPrice,
    0,
    options.tracer,
  )
  const mark = state.snapshot()
  let isKept = false
  try {
    const result = run(call, intrinsic, host, options)
    options.onEnd?.(result)
    isKept = options.keepsChanges === true
    return result
  } catch (error) {
    if (error instanceof UnprocessableMessage) return halted('precompiled-contract-failed', call.gas)
    throw error
  } finally {
    if (!isKept) state.rollback(mark)
  }
}

function run(
  { from, to, value, data, gas }: SimulatedCall,
  intrinsicGas: number,
  host: EvmHost,
  options: SimulationOptions,
): SimulationResult {
  const nonce = host.nonce(from)
  if (options.keepsChanges) host.state.setNonce(from, nonce + 1n)
  const request = { sender: from, nonce, to, value, data, gasLimit: gas, intrinsicGas }
  const outcome = runRequest(request, host, options)
  const { gasUsed } = settle(outcome, gas, 0n)
  for (const address of outcome.destroyed) host.state.deleteAccount(address)
  if (options.keepsChanges) host.state.clearTransient()
  const { status, cause, output, logs, createdAddress } = outcome
  return { status, cause, gasUsed, gasRefunded: outcome.gasUsed - gasUsed, output, logs, createdAddress }
}

/** Whether nothing but the result of a call can be seen. */
const isUnobserved = (state: State, { tracer, onEnd, keepsChanges }: SimulationOptions): boolean =>
  tracer === undefined && onEnd === undefined && keepsChanges !== true && state.tracker === undefined

/** Whether a call runs no code, so that it costs the intrinsic gas and succeeds: the sender need not have the value. */
export const isTransfer = ({ to }: Pick<SimulatedCall, 'to'>, state: State): boolean =>
  to !== null && !mayBePrecompile(to) && state.code(to) === undefined

const transferred = (intrinsicGas: number): SimulationResult => ({
  status: 'success',
  cause: undefined,
  gasUsed: intrinsicGas,
  gasRefunded: 0,
  output: emptyBytes,
  logs: [],
  createdAddress: undefined,
})

const halted = (cause: HaltCause, gas: number): SimulationResult => ({
  status: 'halt',
  cause,
  gasUsed: gas,
  gasRefunded: 0,
  output: emptyBytes,
  logs: [],
  createdAddress: undefined,
})
