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
 * The world as the machine sees it. Everything is synchronous. Byte arrays given to the host stay valid only
 * during the call unless said otherwise; byte arrays it returns are never changed by either side.
 *
 * `snapshot` and `rollback` nest: rolling back to a mark undoes every change since, marks above it vanish,
 * and a mark that is not rolled back to costs nothing.
 */
export interface Host {
  readonly environment: Environment

  snapshot(): number
  rollback(mark: number): void

  exists(address: Address): boolean
  balance(address: Address): bigint
  /** Creates the account when it is missing, also for an amount of 0 (Rootstock has no EIP-158). */
  addBalance(address: Address, amount: bigint): void
  nonce(address: Address): bigint
  /** Creates the account when it is missing. */
  setNonce(address: Address, nonce: bigint): void
  /** Writes an account with nonce 0 that keeps the balance it had; code and storage cells stay. */
  createAccount(address: Address): void
  /** Whether the account has the marker cell of a contract. */
  isContract(address: Address): boolean
  /** Gives the account the marker cell of a contract. */
  markContract(address: Address): void
  /** Undefined when the account has no code. */
  code(address: Address): Code | undefined
  /** The answer of EXTCODEHASH for anything that is not a precompile. */
  codeHash(address: Address): Hash
  /** Keeps a copy of `code`. */
  saveCode(address: Address, code: Uint8Array): void

  /** A storage cell without leading zeros; empty when absent. `key` has 32 bytes. */
  storage(address: Address, key: Uint8Array): Uint8Array
  /** Copies key and value; a value without leading zeros, empty deletes the cell. */
  setStorage(address: Address, key: Uint8Array, value: Uint8Array): void
  /** A cell was written but holds its old value again; parallel execution (RSKIP144) counts it as written. */
  noteStorageWrite(address: Address, key: Uint8Array): void
  /** Transient cells (RSKIP446) live until the end of the transaction and roll back with snapshots. */
  transient(address: Address, key: Uint8Array): Uint8Array
  setTransient(address: Address, key: Uint8Array, value: Uint8Array): void

  /** Hash of an ancestor of the current block, by number; undefined when it is not among the last 256. */
  blockHash(number: number): Hash | undefined
  /** The precompiled contract at this address at this height. */
  precompile(address: Address): Precompile | undefined
  /** An account is called, created or left a balance; the index of traces counts it, failed calls included. */
  noteParticipant(address: Address): void
  /** Whether the account self-destructed in an earlier transaction of the block (RSKIP125). */
  wasDestroyed(address: Address): boolean
}
