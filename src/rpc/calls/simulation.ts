import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { generator } from '../../crypto/secp256k1/curve.ts'
import { ExecutionInterrupted, haltTexts } from '../../evm/halt.ts'
import { errorText, panicText } from '../../evm/revertReason.ts'
import { initCodeSizeLimit } from '../../evm/rules.ts'
import type { EvmHost } from '../../execution/host/evmHost.ts'
import { type SimulatedCall, type SimulationOptions, simulateCall } from '../../execution/simulate.ts'
import { isGasBlind } from '../../execution/transaction/gasBlindCode.ts'
import type { CallResult } from '../../execution/transaction/runCall.ts'
import type { Explanation } from '../../node/local/callLog/callLog.ts'
import { asAddress, concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { State } from '../../state/state.ts'
import { countedGas, prices, unitsOfGas } from '../budget/workPrices.ts'
import {
  DialectError,
  dataAndInputDiffer,
  ethereumHalted,
  ethereumReverted,
  halted,
  initCodeTooLong,
  insufficientFundsForTransfer,
  type RpcError,
  reverted,
  unreadable,
} from '../errors/errors.ts'
import type { ReadContext, RpcSettings } from '../method/context.ts'
import type { CallObject } from '../params/callObject.ts'
import { amountOf, knowsTypes, listsOf, simulatedPrice } from '../params/typedMembers.ts'

/** The sender of a call without `from`. */
const defaultSender = asAddress(new Uint8Array(20))

/** Counted before each run. */
const gasOfRun = countedGas(0, 1)

/** The reference node reads gas of at most eight bytes. */
const maximumGas = 2n ** 64n - 1n

/**
 * Ethereum's clients expect an error for a call that no transaction could make, because its named sender does not have the
 * value or the init code is too long; Rootstock's expect the answer.
 */
export function refuseUnsendable(
  { from, to, value = 0n, data }: CallObject,
  { state, rules }: EvmHost,
  { errors }: RpcSettings,
): void {
  if (errors === 'rootstock') return
  if (from !== undefined && value > 0n) {
    const balance = state.balance(from)
    if (balance < value) throw insufficientFundsForTransfer(balance, value)
  }
  if (to !== null || data.length === 0) return
  const maximum = initCodeSizeLimit(rules)
  if (rules.rskip438 && data.length > maximum) throw initCodeTooLong(data.length, maximum)
}

/** Stands for the key of a sender who is unknown here. */
const standInKey = concatBytes(Uint8Array.of(4), wordBytes(generator.x), wordBytes(generator.y))

/**
 * The key that the Bridge of a development chain takes for the sender's (M29). Elsewhere a simulated call has none, as in
 * the reference node, and the Bridge refuses what needs one.
 */
function signerKey({ from, to }: CallObject, { wallet }: ReadContext['node']): Uint8Array | undefined {
  if (to === null || !equalBytes(to, bridgeAddress)) return undefined
  return (from && wallet?.publicKeyOf(from)) ?? standInKey
}

/** What a typed transaction would pay, name and authorize. */
function typedParts(call: CallObject): Partial<SimulatedCall> {
  amountOf(call, 'type')
  amountOf(call, 'rskSubtype')
  return { gasPrice: simulatedPrice(call) ?? 0n, ...listsOf(call) }
}

/**
 * A call object as the simulation takes it, with at most `gasCap` gas, which is also the default. A development chain refuses
 * one whose data is ambiguous; the reference node takes `input`.
 */
export function simulatedCall(
  call: CallObject,
  gasCap: number,
  context: Pick<ReadContext, 'settings' | 'node'>,
): SimulatedCall {
  const { gas } = call
  if (call.hasTwoData && context.settings.development !== undefined) throw dataAndInputDiffer()
  if (gas !== undefined && gas > maximumGas) throw unreadable('gas has more than 8 bytes')
  return {
    from: call.from ?? defaultSender,
    to: call.to,
    value: call.value ?? 0n,
    data: call.data,
    gas: Math.min(Number(gas ?? gasCap), gasCap),
    gasPrice: call.gasPrice ?? 0n,
    publicKey: context.settings.development && signerKey(call, context.node),
    ...(knowsTypes(context.node.network) && typedParts(call)),
  }
}

/**
 * Runs a call and counts its work. Throws `ExecutionInterrupted` when the time of the request is over or a first try has
 * done enough. All runs of a request count together, also those that are too short to poll the interrupt. `exactCause` is
 * false when the caller does not use the cause of a failure: finding the exact one may take a second run by a slower engine.
 */
export function simulate(
  call: SimulatedCall,
  host: EvmHost,
  { work, isOver }: Pick<ReadContext, 'work' | 'isOver'>,
  { exactCause = true, keepsChanges = false, tracer }: SimulationOptions = {},
): CallResult {
  const { state } = host
  let { accesses } = state
  let polledGas = 0
  const interrupt = (gas: number): boolean => {
    const before = accesses
    accesses = state.accesses
    polledGas += gas
    return !work.withinTry(unitsOfGas(gas) + prices.access * (accesses - before)) || isOver()
  }
  if (interrupt(gasOfRun)) throw new ExecutionInterrupted()
  const result = simulateCall(call, host, { interrupt, exactCause, keepsChanges, tracer })
  const unpolled = Math.max(0, countedGas(result.workGas, 1) - polledGas)
  work.addDone(unitsOfGas(unpolled) + prices.access * (state.accesses - accesses))
  work.noteGas(result.gasUsed + result.gasRefunded)
  return result
}

/** The state before a transaction of a block, which the transactions before it leave when they are executed again. */
export function stateBefore(block: StoredBlock, position: number, context: ReadContext): State {
  const { node, work, isOver } = context
  work.expect(unitsOfGas(block.header.gasUsed))
  const { state, workGas } = node.chain.reexecution.stateBefore(block, position, { interrupt: isOver })
  work.addGas(workGas, position)
  return state
}

/** Whether a call has the same outcome with any sufficient gas: it runs one contract that cannot read its gas. */
export function ignoresGas({ to, authorizations = [] }: SimulatedCall, host: EvmHost): boolean {
  const code = to === null || authorizations.length > 0 ? undefined : host.executedCode(to)
  return code !== undefined && isGasBlind(code)
}

/** The error for a failed call. */
export function failureOf(outcome: FailedCall, explanation?: Explanation): RpcError {
  const error = errorOf(outcome, explanation?.refusal)
  error.solidityStack = explanation?.solidityStack
  return error
}

type FailedCall = Pick<CallResult, 'status' | 'cause' | 'output' | 'failure' | 'missedIntrinsicGas'> & {
  readonly gasUsed?: number
}

function errorOf(outcome: FailedCall, refusal: string | undefined): RpcError {
  const { status, cause = 'out-of-gas', output } = outcome
  if (status !== 'revert') {
    const text = haltTexts[cause]
    return new DialectError(halted(text), ethereumHalted(haltReason(outcome) ?? text))
  }
  const payload = toHex(output)
  const reason = errorText(output)
  // The reference node answers no reason for a panic, and clients compare its messages.
  return new DialectError(
    reverted(reason, payload),
    ethereumReverted(reason ?? panicText(output) ?? refusal, payload),
  )
}

function haltReason({ failure, missedIntrinsicGas, gasUsed }: FailedCall): string | undefined {
  if (missedIntrinsicGas !== undefined)
    return `intrinsic gas too low: gas ${gasUsed}, needed ${missedIntrinsicGas}`
  return failure === undefined ? undefined : `a native contract refused the call: ${failure}`
}
