import { emptyBytes } from '../../primitives/bytes.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'

/**
 * Ends a call whose caller cannot pay the value: it changes no state, and the caller gets the callee's gas
 * back.
 */
export function refuseCall({ rules }: Execution, { frame }: Activation, gas: number): void {
  frame.refill(gas)
  if (rules.rskip171) frame.setReturnData(emptyBytes)
  frame.pushNumber(0)
}
