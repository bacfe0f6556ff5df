import { haltTexts } from '../../evm/halt.ts'
import { errorText, panicText } from '../../evm/revertReason.ts'
import { EvmHost } from '../../execution/host/evmHost.ts'
import { executingBlock } from '../../execution/host/executionContext.ts'
import { type SimulatedCall, type SimulationResult, simulateCall } from '../../execution/simulate.ts'
import { isGasBlind } from '../../execution/transaction/gasBlindCode.ts'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import {
  ethereumHalted,
  ethereumReverted,
  halted,
  type RpcError,
  reverted,
  unreadable,
} from '../errors/errors.ts'
import { type ErrorDialect, type RpcContext, startDeadline } from '../method/context.ts'
import type { RpcNode } from '../node/rpcNode.ts'
import type { CallPlace } from '../node/selection.ts'
import type { CallObject } from '../params/callObject.ts'

/** The sender of a call that names none. */
const nobody = asAddress(new Uint8Array(20))

/** More than eight bytes is not an amount of gas. */
const largestGas = 2n ** 64n - 1n

/** A call object as the machine takes it; it gets at most `gasCap`, and that much when it asks for nothing. */
export function simulatedCall({ gas, ...call }: CallObject, gasCap: number): SimulatedCall {
  if (gas !== undefined && gas > largestGas) throw unreadable('gas has more than 8 bytes')
  return {
    from: call.from ?? nobody,
    to: call.to,
    value: call.value ?? 0n,
    data: call.data,
    gas: Math.min(Number(gas ?? gasCap), gasCap),
    gasPrice: call.gasPrice ?? 0n,
  }
}

/**
 * Runs a call. Why it failed need not be exact where nobody is told: finding out may take a second run by a
 * slower engine.
 */
export type Simulator = (call: SimulatedCall, exactCause?: boolean) => SimulationResult

/** Runs calls at one place until the time of one request is used up, which is then thrown. */
export function simulatorAt({ header, state }: CallPlace, context: RpcContext): Simulator {
  const { network, chain } = context.node
  const execution = { network, chain, block: executingBlock(header) }
  const deadline = startDeadline(context)
  const interrupt = (): boolean => deadline.isOver
  return (call, exactCause = true) => simulateCall(call, state, execution, { interrupt, exactCause })
}

/** Whether calls of an account at a place are answered by the node itself. */
export function isPrecompiled(address: Address, { header, state }: CallPlace, node: RpcNode): boolean {
  const { network, chain } = node
  return (
    new EvmHost(state, { network, chain, block: executingBlock(header) }).precompile(address) !== undefined
  )
}

/** Whether a call does the same with any gas that suffices: it runs one contract, whose code cannot tell. */
export function ignoresGas({ to }: SimulatedCall, { state }: CallPlace): boolean {
  const code = to === null ? undefined : state.code(to)
  return code !== undefined && isGasBlind(code)
}

/** The error that a failed call is answered with. */
export function failureOf(
  { status, cause = 'out-of-gas', output }: SimulationResult,
  dialect: ErrorDialect,
): RpcError {
  if (status !== 'revert')
    return dialect === 'ethereum' ? ethereumHalted(haltTexts[cause]) : halted(haltTexts[cause])
  const payload = toHex(output)
  // The reference node names no reason for a panic, and its words are what its clients compare.
  if (dialect === 'rootstock') return reverted(errorText(output), payload)
  return ethereumReverted(errorText(output) ?? panicText(output), payload)
}
