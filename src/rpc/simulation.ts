import { executingBlock } from '../execution/executionContext.ts'
import { type SimulatedCall, type SimulationResult, simulateCall } from '../execution/simulate.ts'
import { asAddress } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import type { ErrorDialect, RpcContext } from './context.ts'
import { ethereumHalted, ethereumReverted, halted, type RpcError, reverted } from './errors.ts'
import type { CallObject } from './params/callObject.ts'
import { errorText, panicText } from './revertReason.ts'
import type { CallPlace } from './selection.ts'

/** The sender of a call that names none. */
const nobody = asAddress(new Uint8Array(20))

/** A call object as the machine takes it; it gets at most `gasCap`, and that much when it asks for nothing. */
export const simulatedCall = (call: CallObject, gasCap: number): SimulatedCall => ({
  from: call.from ?? nobody,
  to: call.to,
  value: call.value ?? 0n,
  data: call.data,
  gas: Math.min(Number(call.gas ?? gasCap), gasCap),
  gasPrice: call.gasPrice ?? 0n,
})

/** Runs calls at one place until the time of one request is used up, which is then thrown. */
export function simulatorAt(
  { header, state }: CallPlace,
  { node, settings, now }: RpcContext,
): (call: SimulatedCall) => SimulationResult {
  const context = { network: node.network, chain: node.chain, block: executingBlock(header) }
  const deadline = now() + settings.callTimeoutMs
  const options = { interrupt: () => now() >= deadline, exactCause: true }
  return (call) => simulateCall(call, state, context, options)
}

/** The error that a failed call is answered with. */
export function failureOf(
  { status, cause = 'out of gas', output }: SimulationResult,
  dialect: ErrorDialect,
): RpcError {
  if (status !== 'revert') return dialect === 'ethereum' ? ethereumHalted(cause) : halted(cause)
  const payload = toHex(output)
  // The reference node names no reason for a panic, and its words are what its clients compare.
  if (dialect === 'rootstock') return reverted(errorText(output), payload)
  return ethereumReverted(errorText(output) ?? panicText(output), payload)
}
