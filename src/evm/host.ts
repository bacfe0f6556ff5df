import type { Address, Hash } from '../primitives/bytes.ts'
import type { Precompile } from './precompiles/precompile.ts'

/** Block and transaction as the opcodes see them. */
export interface Environment {
  readonly chainId: number
  readonly number: number
  readonly timestamp: number
  readonly coinbase: Uint8Array
  readonly difficulty: bigint
  readonly gasLimit: bigint
  readonly minimumGasPrice: bigint
  readonly origin: Uint8Array
  readonly gasPrice: bigint
  readonly transactionIndex: number
}

/** Contract code with its hash, which keys the cache of decoded code. */
export interface Code {
  readonly bytes: Uint8Array
  readonly hash: Hash
}

/**
 * The accounts that the machine works with. All methods are synchronous. A byte array given to the state is valid only
 * during the call, unless said otherwise; neither side changes a byte array that the state returned.
 *
 * `snapshot` and `rollback` nest: a rollback to a mark undoes every change since the mark and discards the
 * marks taken after it. An unused mark needs no cleaning up.
 */
export interface HostState {
  snapshot(): number
  rollback(mark: number): void

  exists(address: Address): boolean
  balance(address: Address): bigint
  /** Creates the account when it is missing, also for an amount of 0 (Rootstock has no EIP-158). */
  addBalance(address: Address, amount: bigint): void
  nonce(address: Address): bigint
  /** Creates the account when it is missing. */
  setNonce(address: Address, nonce: bigint): void
  /** Writes an account with nonce 0. An existing account keeps its code and storage, and its balance if that is wanted. */
  createAccount(address: Address, options: { readonly keepBalance: boolean }): void
  /** Whether the account has the marker cell of a contract. */
  isContract(address: Address): boolean
  /** Gives the account the marker cell of a contract. */
  markContract(address: Address): void
  /** Undefined when the account has no code. */
  code(address: Address): Code | undefined
  /** Keeps a copy of `code`. */
  saveCode(address: Address, code: Uint8Array): void

  /** A storage cell without leading zeros; empty when absent. `key` has 32 bytes. */
  storage(address: Address, key: Uint8Array): Uint8Array
  /** Copies key and value. The value has no leading zeros; an empty value deletes the cell. */
  setStorage(address: Address, key: Uint8Array, value: Uint8Array): void
  /**
   * Notes a cell that was written and has its old value again: parallel execution (RSKIP144) counts it as
   * written.
   */
  noteStorageWrite(address: Address, key: Uint8Array): void
  /** Transient cells (RSKIP446) live until the end of the transaction and roll back with snapshots. */
  transient(address: Address, key: Uint8Array): Uint8Array
  setTransient(address: Address, key: Uint8Array, value: Uint8Array): void
}

/** The state, block and precompiles that the machine works with, under the same contract. */
export interface Host {
  readonly environment: Environment
  readonly state: HostState

  /** The code that a call of the account runs: that of another account after a delegation (RSKIP545). */
  executedCode(address: Address): Code | undefined
  /** What EXTCODEHASH pushes for an account that is not a precompile. */
  codeHash(address: Address): Hash
  /** Hash of an ancestor of the current block, by number; undefined when it is not among the last 256. */
  blockHash(number: number): Hash | undefined
  /** The precompiled contract at this address at this height. */
  precompile(address: Address): Precompile | undefined
  /**
   * Notes an account that is called, created or named as beneficiary, for the index of traces. Failed calls
   * count too.
   */
  noteParticipant(address: Address): void
  /** Notes a contract that another begins to create, for the same index. It may fail or be rolled back. */
  noteCreation(contract: Address, creator: Address): void
  /** Whether the account self-destructed in an earlier transaction of the block (RSKIP125). */
  wasDestroyed(address: Address): boolean
}
