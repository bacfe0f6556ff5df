import { equalBytes } from '../../primitives/bytes.ts'
import type { HaltCause } from '../halt.ts'
import type { Activation } from './activation.ts'
import type { Execution } from './execution.ts'
import { selfDestructCost } from './systemGas.ts'

/**
 * Answers SELFDESTRUCT: moves the balance and notes the account for deletion at the end of the transaction;
 * until then its code can still be called. A cause that comes back halts the frame, else it ends.
 */
export function selfDestruct(execution: Execution, { frame, parameters }: Activation): HaltCause | undefined {
  const { host, tracer } = execution
  const { address } = parameters
  const beneficiary = frame.beneficiary()
  if (parameters.isStatic) return 'state-change-in-static-call'
  if (!frame.charge(selfDestructCost(beneficiary, host))) return 'out-of-gas'

  const balance = host.balance(address)
  tracer?.selfDestruct?.(address, beneficiary, balance)
  host.noteParticipant(beneficiary)
  if (balance !== 0n) {
    execution.internalTransactions?.count()
    host.addBalance(address, -balance)
    // A balance left to oneself is burnt.
    if (!equalBytes(address, beneficiary)) host.addBalance(beneficiary, balance)
  }
  execution.destroy(address)
  return undefined
}
