import type { State } from '../../../state/state.ts'
import type { DumpedAccount } from './stateDump.ts'

/** Gives each account its content; other accounts stay as they are. */
export function applyAccounts(state: State, accounts: readonly DumpedAccount[]): void {
  for (const { address, nonce, balance, isContract, code, storage } of accounts) {
    state.deleteAccount(address)
    state.setNonce(address, nonce)
    state.addBalance(address, balance)
    if (code !== undefined) state.saveCode(address, code)
    if (isContract) state.markContract(address)
    for (const { cell, value } of storage) state.setStorage(address, cell, value)
  }
}
