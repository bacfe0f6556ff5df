import type { Network } from '../../protocol/networks/network.ts'
import { precompileAccountsOf } from '../../protocol/precompileAccounts.ts'
import type { State } from '../../state/state.ts'

/** What a block does before its transactions: precompiled contracts that it activates get their accounts. */
export function prepareState(state: State, network: Network, height: number): void {
  for (const { address, overwrite } of precompileAccountsOf(network, height)) {
    if (overwrite || !state.exists(address)) state.createAccount(address, { keepBalance: false })
    state.markContract(address)
  }
}
