import type { Precompile } from '../../evm/precompiles/precompile.ts'
import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { bridgeAddress, remascAddress } from '../../protocol/addresses.ts'

/*
 * RSKIP144: a transaction that calls the Bridge or REMASC must be in the sequential list of its block. Calls
 * from init code that a contract runs, and from what that calls, are overlooked.
 */

export const isSequentialContract = (address: Address): boolean =>
  equalBytes(address, bridgeAddress) || equalBytes(address, remascAddress)

/** The contract, which tells when it is called. */
export const watchedContract = (contract: Precompile, onCall: () => void): Precompile => ({
  ...contract,
  run(input, call) {
    if (!call.isWithinCreation) onCall()
    return contract.run(input, call)
  },
})
