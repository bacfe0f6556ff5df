import type { State } from '../../../state/state.ts'
import type { StateDump } from './stateDump.ts'

/** Gives each account of a dump its content; other accounts stay as they are. */
export function applyState(state: State, { accounts }: StateDump): void {
  for (const { address, nonce, balance, isContract, code, storage } of accounts) {
    state.deleteAccount(address)
    state.setNonce(address, nonce)
    state.addBalance(address, balance)
    if (code !== undefined) state.saveCode(address, code)
    if (isContract) state.markContract(address)
    for (const { cell, value } of storage) state.setStorage(address, cell, value)
  }
}
