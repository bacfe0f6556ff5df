import { createdAddress } from '../../evm/contractAddress.ts'
import { type ExecuteOptions, execute } from '../../evm/execute.ts'
import { SELF_DESTRUCT_REFUND } from '../../evm/gas.ts'
import { ExecutionInterrupted, type HaltCause } from '../../evm/halt.ts'
import type { Code } from '../../evm/host.ts'
import type { Log } from '../../evm/log.ts'
import { InitCode } from '../../evm/machine/create.ts'
import {
  type Precompile,
  type PrecompileCall,
  PrecompileFailure,
  precompileWork,
} from '../../evm/precompiles/precompile.ts'
import { type Address, asAddress, emptyBytes, equalBytes } from '../../primitives/bytes.ts'
import { standardPrecompileAddress } from '../../protocol/addresses.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { isSequentialContract } from '../host/nativeContracts.ts'
import { TransactionRejection } from './transactionRejection.ts'

/** The call or creation of a transaction or a simulation. */
export interface ExecutedCall {
  /** One byte in a REMASC transaction. */
  readonly from: Uint8Array
  /** Null creates a contract. */
  readonly to: Address | null
  readonly value: bigint
  readonly data: Uint8Array
  /** Includes the intrinsic gas. */
  readonly gas: number
}

export interface CallResult {
  /** `halt` when a precompiled contract throws, although the receipt of such a transaction shows success. */
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** Why a precompiled contract that was called directly failed. */
  readonly failure?: string | undefined
  /** The intrinsic gas, if the gas of a simulated call is less. */
  readonly missedIntrinsicGas?: number
  /** Includes intrinsic gas, less refunds. */
  readonly gasUsed: number
  /** Refunded gas; the gas limit of a transaction must still cover it. */
  readonly gasRefunded: number
  /** Gas before refunds, without what logs, writes and creations cost beyond their work. */
  readonly workGas: number
  /** Return data, revert data, or deployed code. */
  readonly output: Uint8Array
  readonly logs: readonly Log[]
  /** Accounts that the caller of `runCall` deletes. */
  readonly destroyed: readonly Address[]
  /** Set for every creation, even a failed one. */
  readonly createdAddress: Address | undefined
  /**
   * A precompiled contract threw in a transaction sent directly to it. The receipt of such a transaction shows
   * success and the gas that the contract required, but the sender pays for the whole gas limit.
   */
  readonly isForgivenFailure: boolean
  /** The gas did not pay a precompiled contract that was called directly, so nothing ran. */
  readonly isUnpaid?: true
}

const nothing: readonly never[] = []

/** A result without refunds or destroyed accounts. */
const resultOf = (
  status: CallResult['status'],
  cause: HaltCause | undefined,
  gasUsed: number,
  output: Uint8Array = emptyBytes,
  logs: readonly Log[] = nothing,
  createdAddress?: Address,
  isForgivenFailure = false,
): CallResult => ({
  status,
  cause,
  gasUsed,
  gasRefunded: 0,
  workGas: gasUsed,
  output,
  logs,
  destroyed: nothing,
  createdAddress,
  isForgivenFailure,
})

/** The result of a call that fails with all of its gas. */
export const haltedCall = (cause: HaltCause, gas: number): CallResult => resultOf('halt', cause, gas)

/**
 * Runs the call or creation of a transaction. A failed one leaves the state unchanged, except that the changes of a
 * precompiled contract stay when it throws. `nonce` is the sender's, from which the address of a created contract is derived.
 */
export function runCall(
  call: ExecutedCall,
  nonce: bigint,
  intrinsicGas: number,
  host: EvmHost,
  options: ExecuteOptions,
): CallResult {
  const { to, value, data } = call
  const precompile = to === null ? undefined : host.precompile(to)
  if (to !== null && precompile)
    return callPrecompileDirectly(call, to, intrinsicGas, precompile, host, options)
  const { state } = host
  const kind = to === null ? 'create' : 'call'
  const caller = asAddress(call.from)
  // Taken before the account is created and the value moves, so that a failure undoes both.
  const mark = state.snapshot()
  const address = to ?? createAccount(caller, nonce, data, host)
  const code = to === null ? initCodeOf(data) : host.executedCode(to)
  state.addBalance(caller, -value)
  state.addBalance(address, value)
  if (code === undefined) return frameless(kind, call, intrinsicGas, address, options)
  const gas = call.gas - intrinsicGas
  const message = { kind, caller, address, value, data, code, gas, isStatic: false } as const
  const { status, cause, gasLeft, refund, excessGas, output, logs, destroyed } = execute(
    message,
    host,
    host.rules,
    options,
  )
  if (status !== 'success') state.rollback(mark)
  const gasBefore = call.gas - gasLeft
  const gasRefunded = Math.min(refund + SELF_DESTRUCT_REFUND * destroyed.length, Math.floor(gasBefore / 2))
  return {
    status,
    cause,
    gasUsed: gasBefore - gasRefunded,
    gasRefunded,
    workGas: gasBefore - excessGas,
    output,
    logs,
    destroyed,
    createdAddress: to === null ? address : undefined,
    isForgivenFailure: false,
  }
}

/**
 * An existing account at the new address does not matter: it is overwritten. The contract starts at nonce 0, unlike one
 * created by a contract. Without init code, only an account is created.
 */
function createAccount(sender: Address, nonce: bigint, data: Uint8Array, { state, rules }: EvmHost): Address {
  const address = createdAddress(sender, nonce)
  state.createAccount(address, { keepBalance: rules.rskip174 })
  if (data.length > 0) state.markContract(address)
  return address
}

const initCodeOf = (data: Uint8Array): Code | undefined =>
  data.length === 0 ? undefined : new InitCode(data)

/** The result of a call that ran no code: a transfer, or a creation without init code. */
function frameless(
  kind: 'call' | 'create',
  { from, value, data, gas }: ExecutedCall,
  intrinsicGas: number,
  address: Address,
  { tracer }: ExecuteOptions,
): CallResult {
  tracer?.enter?.({
    kind,
    depth: 0,
    caller: asAddress(from),
    address,
    codeAddress: address,
    isPrecompile: false,
    hasCode: false,
    value,
    gas: gas - intrinsicGas,
    input: data,
  })
  tracer?.exit?.({ status: 'success', cause: undefined, gasUsed: 0, output: emptyBytes })
  const createdAddress = kind === 'create' ? address : undefined
  return resultOf('success', undefined, intrinsicGas, emptyBytes, [], createdAddress)
}

const blake2fAddress = standardPrecompileAddress(9)
/** The caller that contracts see in a REMASC transaction, whose sender has a one-byte address. */
const zeroAddress = asAddress(new Uint8Array(20))

/**
 * A transaction sent to a precompiled contract. The value moves only after a success. When the contract throws, the receipt
 * still shows success, and the contract's changes and logs stay.
 */
function callPrecompileDirectly(
  executed: ExecutedCall,
  address: Address,
  intrinsicGas: number,
  precompile: Precompile,
  host: EvmHost,
  { tracer, interrupt }: ExecuteOptions,
): CallResult {
  if (isSequentialContract(address)) host.calledSequentialContract = true
  const logs: Log[] = []
  const { from, value } = executed
  const call: PrecompileCall = {
    kind: 'transaction',
    caller: from.length === zeroAddress.length ? asAddress(from) : zeroAddress,
    value,
    depth: 0,
    isStatic: false,
    emit(log) {
      logs.push(log)
      tracer?.log?.(log)
    },
  }
  tracer?.enter?.({
    kind: 'call',
    depth: 0,
    caller: call.caller,
    address,
    codeAddress: address,
    isPrecompile: true,
    hasCode: false,
    value,
    gas: executed.gas - intrinsicGas,
    input: executed.data,
  })
  const result = settledCall(executed, address, intrinsicGas, precompile, host, call, logs, interrupt)
  tracer?.exit?.({
    status: result.status,
    cause: result.cause,
    gasUsed: result.gasUsed - intrinsicGas,
    output: result.output,
  })
  return result
}

function settledCall(
  { from, value, data, gas }: ExecutedCall,
  address: Address,
  intrinsicGas: number,
  precompile: Precompile,
  host: EvmHost,
  call: PrecompileCall,
  logs: Log[],
  interrupt: ExecuteOptions['interrupt'],
): CallResult {
  const required = priceOf(precompile, address, data, host)
  const gasUsed = required + intrinsicGas
  // Before RSKIP136 the intrinsic gas was not counted here, so a transaction could use more gas than its limit.
  const isAffordable = gas >= (host.rules.rskip136 ? gasUsed : required)
  if (!isAffordable) return { ...haltedCall('out-of-gas', gas), isUnpaid: true }

  if (interrupt?.(precompileWork(data, required), 0)) throw new ExecutionInterrupted()
  let output: Uint8Array
  try {
    output = precompile.run(data, call)
  } catch (error) {
    if (!(error instanceof PrecompileFailure)) throw error
    const cause = 'precompiled-contract-failed'
    const failed = resultOf('halt', cause, gasUsed, emptyBytes, logs, undefined, true)
    return { ...failed, failure: failureText(precompile, error) }
  }
  const { state } = host
  if (!state.exists(address)) state.createAccount(address, { keepBalance: false })
  if (!state.isContract(address)) state.markContract(address)
  state.addBalance(from, -value)
  state.addBalance(address, value)
  return resultOf('success', undefined, gasUsed, output, logs)
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

/** Why a contract failed, with its name, which some messages already have. */
const failureText = ({ name }: Precompile, { message }: PrecompileFailure): string =>
  message.startsWith(`${name}: `) ? message : `${name}: ${message}`
