import type { Code } from '../../evm/host.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { State } from '../../state/state.ts'

/** The part of the EVM's host that a state answers. */
export class StateHost {
  readonly state: State
  readonly rules: Rules

  constructor(state: State, rules: Rules) {
    this.state = state
    this.rules = rules
  }

  snapshot(): number {
    return this.state.snapshot()
  }

  rollback(mark: number): void {
    this.state.rollback(mark)
  }

  exists(address: Address): boolean {
    return this.state.exists(address)
  }

  balance(address: Address): bigint {
    return this.state.balance(address)
  }

  addBalance(address: Address, amount: bigint): void {
    this.state.addBalance(address, amount)
  }

  nonce(address: Address): bigint {
    return this.state.nonce(address)
  }

  setNonce(address: Address, nonce: bigint): void {
    this.state.setNonce(address, nonce)
  }

  createAccount(address: Address): void {
    this.state.createAccount(address, { keepBalance: true })
  }

  isContract(address: Address): boolean {
    return this.state.isContract(address)
  }

  markContract(address: Address): void {
    this.state.markContract(address)
  }

  code(address: Address): Code | undefined {
    return this.state.code(address)
  }

  codeHash(address: Address): Hash {
    return this.state.codeHash(address, this.rules)
  }

  saveCode(address: Address, code: Uint8Array): void {
    this.state.saveCode(address, code)
  }

  storage(address: Address, key: Uint8Array): Uint8Array {
    return this.state.storage(address, key)
  }

  setStorage(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.state.setStorage(address, key, value)
  }

  noteStorageWrite(address: Address, key: Uint8Array): void {
    this.state.noteStorageWrite(address, key)
  }

  transient(address: Address, key: Uint8Array): Uint8Array {
    return this.state.transient(address, key)
  }

  setTransient(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.state.setTransient(address, key, value)
  }
}
