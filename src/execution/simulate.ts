import type { ExecuteOptions } from '../evm/execute.ts'
import { type HaltCause, UnprocessableMessage } from '../evm/halt.ts'
import type { Log } from '../evm/log.ts'
import { type Address, asHash, emptyBytes } from '../primitives/bytes.ts'
import type { Authorization } from '../protocol/transactions/authorization.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { State } from '../state/state.ts'
import type { EvmHost } from './host/evmHost.ts'
import { mayBePrecompile } from './host/nativeContracts.ts'
import { applyAuthorizations } from './transaction/applyAuthorizations.ts'
import { gasAfterRefund, runRequest } from './transaction/runRequest.ts'

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
  /** The sender's 65-byte public key, for native contracts; undefined when the call has no signer. */
  readonly publicKey?: Uint8Array | undefined
  /** RLP of the accounts and cells that the call names; it costs gas (RSKIP546). */
  readonly accessList?: Uint8Array
  /** Delegations that hold while the call runs (RSKIP545). */
  readonly authorizations?: readonly Authorization[]
}

export interface SimulationResult {
  /** `halt` when a precompiled contract throws, although the receipt of such a transaction shows success. */
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** Why the native contract that was called directly failed. */
  readonly failure?: string | undefined
  /** Includes intrinsic gas, less refunds. */
  readonly gasUsed: number
  /** Refunded gas; the gas limit of a transaction must still cover it. */
  readonly gasRefunded: number
  /** Return data, revert data, or deployed code. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  readonly createdAddress: Address | undefined
}

export interface SimulationOptions extends ExecuteOptions {
  /** Called before the changes of the call are rolled back. */
  readonly onEnd?: (result: SimulationResult) => void
  /** Whether to keep the changes of the call like those of a transaction, for a sequence of calls on one state. */
  readonly keepsChanges?: boolean
}

const noHash = asHash(new Uint8Array(32))

/**
 * Runs a call as a transaction of the host's block, without the conditions of a transaction: the sender need not even have
 * the value. The state is unchanged when it returns or throws, unless `keepsChanges` is set.
 */
export function simulateCall(
  call: SimulatedCall,
  host: EvmHost,
  options: SimulationOptions = {},
): SimulationResult {
  const { state } = host
  const intrinsic = intrinsicGas(call, host.rules)
  if (call.gas < intrinsic) return halted('out-of-gas', call.gas)
  host.begin(
    {
      hash: noHash,
      sender: call.from,
      publicKey: call.publicKey,
      isRemasc: false,
      isLocalCall: true,
      isFreeBridgeTransaction: false,
    },
    call.gasPrice,
    0,
    options.tracer,
  )
  const { from, to, value, data, gas, authorizations = [] } = call
  const { keepsChanges = false } = options
  const mark = state.snapshot()
  let isKept = false
  try {
    const countsNonce = keepsChanges || authorizations.length > 0
    const nonce = to === null || countsNonce ? state.nonce(from) : 0n
    if (countsNonce) state.setNonce(from, nonce + 1n)
    const refund = applyAuthorizations({ authorizations, chainId: host.network.chainId }, host)
    const request = { sender: from, nonce, to, value, data, gasLimit: gas, intrinsicGas: intrinsic }
    const outcome = runRequest(request, host, options)
    const gasUsed = gasAfterRefund(outcome) - (outcome.status === 'halt' ? 0 : refund)
    for (const address of outcome.destroyed) state.deleteAccount(address)
    if (keepsChanges) state.clearTransient()
    const { status, cause, failure, output, logs, createdAddress } = outcome
    const gasRefunded = outcome.gasUsed - gasUsed
    const result = { status, cause, failure, gasUsed, gasRefunded, output, logs, createdAddress }
    options.onEnd?.(result)
    isKept = keepsChanges
    return result
  } catch (error) {
    if (error instanceof UnprocessableMessage)
      return { ...halted('precompiled-contract-failed', gas), failure: error.message }
    throw error
  } finally {
    if (!isKept) {
      state.rollback(mark)
      state.forgetTransient()
    }
  }
}

/** Whether a call runs no code, so that it costs the intrinsic gas and succeeds: the sender need not have the value. */
export const isTransfer = (
  { to, authorizations = [] }: Pick<SimulatedCall, 'to' | 'authorizations'>,
  state: State,
): boolean =>
  to !== null && authorizations.length === 0 && !mayBePrecompile(to) && state.code(to) === undefined

const halted = (cause: HaltCause, gas: number): SimulationResult => ({
  status: 'halt',
  cause,
  gasUsed: gas,
  gasRefunded: 0,
  output: emptyBytes,
  logs: [],
  createdAddress: undefined,
})
