import { equalBytes } from '../../primitives/bytes.ts'
import type { HaltCause } from '../halt.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'
import { selfDestructCost } from './systemGas.ts'

/**
 * Serves SELFDESTRUCT: moves the balance and notes the account for deletion at the end of the transaction.
 * Until then contracts can call its code. A returned cause halts the frame; without one the frame ends.
 */
export function selfDestruct(execution: Execution, { frame, parameters }: Activation): HaltCause | undefined {
  const { host, tracer } = execution
  const { address } = parameters
  const beneficiary = frame.beneficiary()
  if (parameters.isStatic) return 'state-change-in-static-call'
  if (!frame.charge(selfDestructCost(beneficiary, host.state))) return 'out-of-gas'

  const balance = host.state.balance(address)
  tracer?.selfDestruct?.(address, beneficiary, balance)
  host.noteParticipant(beneficiary)
  if (balance !== 0n) {
    execution.internalTransactions?.count()
    host.state.addBalance(address, -balance)
    // A beneficiary that is the account itself burns the balance.
    if (!equalBytes(address, beneficiary)) host.state.addBalance(beneficiary, balance)
  }
  execution.destroy(address)
  return undefined
}
