import { emptyBytes } from '../../primitives/bytes.ts'
import type { Frame } from '../engine.ts'
import { CODE_DEPOSIT_BYTE_GAS, CODE_DEPOSIT_BYTE_WORK } from '../gas.ts'
import type { HaltCause } from '../halt.ts'
import type { EvmRules } from '../rules.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'

/** How a frame ended. */
export interface Ending {
  readonly status: 'success' | 'revert' | 'halt'
  readonly cause: HaltCause | undefined
  /** Whether there is an output, which the frame holds until it closes. */
  readonly hasOutput: boolean
}

export const stopped: Ending = { status: 'success', cause: undefined, hasOutput: false }
export const returned: Ending = { status: 'success', cause: undefined, hasOutput: true }
export const reverted: Ending = { status: 'revert', cause: undefined, hasOutput: true }
export const halted = (cause: HaltCause): Ending => ({ status: 'halt', cause, hasOutput: false })

/** The output as a view of the frame's memory, valid until the frame closes. */
export const outputOf = (frame: Frame, { hasOutput }: Ending): Uint8Array =>
  hasOutput ? frame.output() : emptyBytes

/** Gives a callee's result to its caller. */
export function endCall(
  execution: Execution,
  caller: Frame,
  callee: Activation,
  { status, hasOutput }: Ending,
): void {
  const { frame, outputOffset, outputSize } = callee
  if (status === 'success') caller.refund += frame.refund
  else execution.rollback(callee.mark)
  if (status !== 'halt') caller.refill(frame.gasLeft)
  if (hasOutput) caller.takeOutput(frame, outputOffset, outputSize)
  else caller.setReturnData(emptyBytes)
  caller.pushNumber(status === 'success' ? 1 : 0)
}

/**
 * Deposits the output of init code as the code of the new account. If that is impossible, the creation fails.
 * Before RSKIP453 an inner creation succeeded in that case, with an account without code and without a
 * charge.
 */
export function deposit(execution: Execution, { frame, parameters }: Activation, ending: Ending): Ending {
  if (ending.status !== 'success') return ending
  const { host, rules } = execution
  const code = outputOf(frame, ending)
  const obstacle = depositObstacle(code, frame.gasLeft, rules)
  if (obstacle !== undefined) return isForgiven(rules, parameters.depth) ? stopped : halted(obstacle)
  frame.charge(depositCost(code))
  execution.addExcess((CODE_DEPOSIT_BYTE_GAS - CODE_DEPOSIT_BYTE_WORK) * code.length)
  host.state.saveCode(parameters.address, code)
  execution.forgetAccounts()
  return ending
}

const isForgiven = (rules: EvmRules, depth: number): boolean => depth > 0 && !rules.rskip453

/**
 * Gives a creation's result to its creator. The creator gets neither the refunds nor the revert data of init
 * code.
 */
export function endCreation(
  execution: Execution,
  creator: Frame,
  created: Activation,
  { status }: Ending,
): void {
  const { frame, parameters } = created
  if (status !== 'success') execution.rollback(created.mark)
  if (status !== 'halt') creator.refill(frame.gasLeft)
  creator.setReturnData(emptyBytes)
  if (status === 'success') creator.pushAddress(parameters.address)
  else creator.pushNumber(0)
}

const depositCost = (code: Uint8Array): number => CODE_DEPOSIT_BYTE_GAS * code.length

/** Why the output of init code cannot become the code of a contract; undefined if it can. */
function depositObstacle(code: Uint8Array, gasLeft: number, rules: EvmRules): HaltCause | undefined {
  if (rules.rskip544 && code[0] === 0xef) return 'deployed-code-starts-with-ef'
  if (depositCost(code) > gasLeft) return 'not-enough-gas-for-code-deposit'
  if (code.length > rules.codeSizeLimit) return 'deployed-code-too-large'
  return undefined
}
