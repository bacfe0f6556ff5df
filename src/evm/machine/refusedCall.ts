import { emptyBytes } from '../../primitives/bytes.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'

/** A call its caller cannot pay the value of: nothing happens and the callee's gas comes back. */
export function refuseCall({ rules }: Execution, { frame }: Activation, gas: number): void {
  frame.refill(gas)
  if (rules.rskip171) frame.setReturnData(emptyBytes)
  frame.pushNumber(0)
}
