import type { Network } from '../../protocol/networks/network.ts'
import { precompileAccountsOf } from '../../protocol/precompileAccounts.ts'
import type { State } from '../../state/state.ts'

/** Creates the accounts of the precompiled contracts that the block activates, before its transactions run. */
export function prepareState(state: State, network: Network, height: number): void {
  for (const { address, overwrite } of precompileAccountsOf(network, height)) {
    if (overwrite || !state.exists(address)) state.createAccount(address, { keepBalance: false })
    state.markContract(address)
  }
}
