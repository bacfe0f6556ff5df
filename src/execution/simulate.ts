import type { ExecuteOptions } from '../evm/execute.ts'
import { UnprocessableMessage } from '../evm/halt.ts'
import { type Address, asHash } from '../primitives/bytes.ts'
import type { Authorization } from '../protocol/transactions/authorization.ts'
import { intrinsicGas } from '../protocol/transactions/intrinsicGas.ts'
import type { State } from '../state/state.ts'
import type { EvmHost } from './host/evmHost.ts'
import { mayBePrecompile } from './host/nativeContracts.ts'
import { applyAuthorizations } from './transaction/applyAuthorizations.ts'
import { type CallResult, type ExecutedCall, haltedCall, runCall } from './transaction/runCall.ts'

/** A transaction without signature. */
export interface SimulatedCall extends ExecutedCall {
  readonly from: Address
  /** The answer of GASPRICE; the sender is not charged. */
  readonly gasPrice: bigint
  /** The sender's 65-byte public key, for native contracts; undefined when the call has no signer. */
  readonly publicKey?: Uint8Array | undefined
  /** RLP of the accounts and cells that the call names; it costs gas (RSKIP546). */
  readonly accessList?: Uint8Array
  /** Delegations that hold while the call runs (RSKIP545). */
  readonly authorizations?: readonly Authorization[]
}

export interface SimulationOptions extends ExecuteOptions {
  /** Called before the changes of the call are rolled back. */
  readonly onEnd?: (result: CallResult) => void
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
): CallResult {
  const { state } = host
  const intrinsic = intrinsicGas(call, host.rules)
  if (call.gas < intrinsic) return { ...haltedCall('out-of-gas', call.gas), missedIntrinsicGas: intrinsic }
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
  const { from, to, authorizations = [] } = call
  const { keepsChanges = false } = options
  const mark = state.snapshot()
  let isKept = false
  try {
    const countsNonce = keepsChanges || authorizations.length > 0
    const nonce = to === null || countsNonce ? state.nonce(from) : 0n
    if (countsNonce) state.setNonce(from, nonce + 1n)
    const refund = applyAuthorizations({ authorizations, chainId: host.network.chainId }, host)
    const result = withRefund(runCall(call, nonce, intrinsic, host, options), refund)
    for (const address of result.destroyed) state.deleteAccount(address)
    if (keepsChanges) state.clearTransient()
    options.onEnd?.(result)
    isKept = keepsChanges
    return result
  } catch (error) {
    if (error instanceof UnprocessableMessage)
      return { ...haltedCall('precompiled-contract-failed', call.gas), failure: error.message }
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

/** The refund of authorizations comes after the usual one. A call that halted gets it only if nothing of it ran. */
const withRefund = (result: CallResult, refund: number): CallResult =>
  refund === 0 || (result.status === 'halt' && result.isUnpaid !== true)
    ? result
    : { ...result, gasUsed: result.gasUsed - refund, gasRefunded: result.gasRefunded + refund }
