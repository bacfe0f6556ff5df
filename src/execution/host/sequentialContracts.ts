import type { Precompile } from '../../evm/precompiles/precompile.ts'
import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { bridgeAddress, remascAddress } from '../../protocol/addresses.ts'

/*
 * RSKIP144: a transaction that calls the Bridge or REMASC must be in the sequential list of its block. A CALL of any
 * kind counts as soon as it names the contract, even when depth, balance or gas then prevent it. Calls from init code
 * that a contract runs, and calls below it, do not count.
 */

export const isSequentialContract = (address: Address): boolean =>
  equalBytes(address, bridgeAddress) || equalBytes(address, remascAddress)

/** The contract, which calls `onCall` when a call or a transaction names it. */
export function watchedContract(contract: Precompile, onCall: () => void): Precompile {
  const { name, maximumInput, takesTransactions } = contract
  return {
    name,
    maximumInput,
    takesTransactions,
    gas: (input, kind, availableGas) => contract.gas(input, kind, availableGas),
    noteCall(isWithinCreation) {
      if (!isWithinCreation) onCall()
    },
    run(input, call) {
      if (call.kind === 'transaction') onCall()
      return contract.run(input, call)
    },
  }
}
