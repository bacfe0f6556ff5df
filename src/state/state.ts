import { emptyKeccak } from '../crypto/keccak256.ts'
import type { Code } from '../evm/host.ts'
import { asHash, emptyBytes, equalBytes, type Hash } from '../primitives/bytes.ts'
import { getOrCreate } from '../primitives/getOrCreate.ts'
import { addressKey, wordKey } from '../primitives/mapKeys.ts'
import { type Account, emptyAccount } from '../protocol/account.ts'
import type { Rules } from '../protocol/networks/rules.ts'
import { accountKey } from '../trie/keys.ts'
import type { Trie } from '../trie/trie.ts'
import type { AccessObserver } from './accessTracker.ts'
import { AccountContent, type StoredCell } from './accountContent.ts'
import type { CodeCache } from './codeCache.ts'
import { Journal, Slot } from './journal.ts'

const zeroHash = asHash(new Uint8Array(32))

/** An account the state has met. Deleting the account replaces the content. */
class AccountEntry extends Slot<AccountContent> {
  readonly address: Uint8Array
  readonly id: string

  constructor(address: Uint8Array, id: string, content: AccountContent) {
    super(content)
    this.address = address
    this.id = id
  }
}

type TransientCells = Map<string, Slot<Uint8Array>>

/**
 * The world state while a block or a call runs: changes over an immutable trie, which `commit` applies to it.
 * Until then it holds everything it was asked for, so a state lives for one block or one call.
 *
 * `snapshot` and `rollback` nest: rolling back to a mark undoes every change since, marks above it vanish, and
 * a mark that is not rolled back to costs nothing. All changes roll back.
 *
 * Addresses have 20 bytes; only the sender of REMASC transactions has one. Storage cells are named by 32
 * bytes. Byte arrays that come in are copied where they are kept; those that go out must not be changed.
 */
export class State {
  /** Told of every access while it is set. */
  tracker: AccessObserver | undefined

  readonly #codes: CodeCache
  readonly #journal = new Journal()
  readonly #entries = new Map<string, AccountEntry>()
  readonly #transient = new Slot<Map<string, TransientCells>>(new Map())
  #trie: Trie
  /** Most accesses are to the account of the one before. */
  #latest: AccountEntry | undefined

  constructor(trie: Trie, codes: CodeCache) {
    this.#trie = trie
    this.#codes = codes
  }

  snapshot(): number {
    return this.#journal.mark()
  }

  rollback(mark: number): void {
    this.#journal.rollback(mark)
  }

  exists(address: Uint8Array): boolean {
    return this.#account(address) !== undefined
  }

  balance(address: Uint8Array): bigint {
    return this.#account(address)?.balance ?? 0n
  }

  nonce(address: Uint8Array): bigint {
    return this.#account(address)?.nonce ?? 0n
  }

  /**
   * Creates the account when it is missing, also for an amount of 0 (Rootstock has no EIP-158). Nothing added to
   * an account that exists only reads it: RSKIP144 lets two lists call one contract without value.
   */
  addBalance(address: Uint8Array, amount: bigint): void {
    const entry = this.#entry(address)
    if (amount === 0n && this.#exists(entry)) return
    const { nonce, balance } = entry.value.account.value ?? emptyAccount
    this.#setAccount(entry, { nonce, balance: balance + amount })
  }

  /** Creates the account when it is missing. */
  setNonce(address: Uint8Array, nonce: bigint): void {
    const entry = this.#entry(address)
    const { balance } = entry.value.account.value ?? emptyAccount
    this.#setAccount(entry, { nonce, balance })
  }

  /** Writes an account with nonce 0 over one that may exist; marker, code and storage stay as they are. */
  createAccount(address: Uint8Array, { keepBalance }: { readonly keepBalance: boolean }): void {
    const entry = this.#entry(address)
    const kept = keepBalance ? entry.value.account.value : undefined
    this.#setAccount(entry, { nonce: 0n, balance: kept?.balance ?? 0n })
  }

  /** Deletes the account with its marker, code and storage, if it exists. */
  deleteAccount(address: Uint8Array): void {
    const entry = this.#entry(address)
    this.tracker?.write(entry.id, 'account')
    if (entry.value.account.value !== undefined) this.#journal.set(entry, entry.value.deleted())
  }

  /** Whether the account has the marker cell of a contract. */
  isContract(address: Uint8Array): boolean {
    return this.#isContract(this.#entry(address))
  }

  /** Gives the account the marker cell of a contract. */
  markContract(address: Uint8Array): void {
    this.#mark(this.#entry(address))
  }

  /** Undefined when the account does not exist or has no code. */
  code(address: Uint8Array): Code | undefined {
    const entry = this.#entry(address)
    if (!this.#exists(entry)) return undefined
    const code = this.#code(entry)
    return code?.bytes.length === 0 ? undefined : code
  }

  /** The answer of EXTCODEHASH for anything that is not a precompile. */
  codeHash(address: Uint8Array, rules: Pick<Rules, 'rskip169'>): Hash {
    const entry = this.#entry(address)
    if (!this.#exists(entry)) return zeroHash
    if (!this.#isContract(entry)) return emptyKeccak
    // Before RSKIP169 a contract without code had no hash, except in the block that saved its empty code.
    return this.#code(entry)?.hash ?? (rules.rskip169 ? emptyKeccak : zeroHash)
  }

  /** Empty code deletes what is there; other code creates the account when it is missing. */
  saveCode(address: Uint8Array, code: Uint8Array): void {
    const entry = this.#entry(address)
    this.tracker?.write(entry.id, 'code')
    this.#journal.set(entry.value.code, this.#codes.intern(code))
    if (!this.#exists(entry) && code.length > 0) this.#setAccount(entry, emptyAccount)
  }

  /** The bytes of a storage cell as they were set; empty when absent. */
  storage(address: Uint8Array, key: Uint8Array): Uint8Array {
    const entry = this.#entry(address)
    const cell = entry.value.cell(key)
    this.tracker?.read(entry.id, cell.id)
    return cell.value
  }

  /** All storage cells that are not empty, with their 32-byte numbers; no tracker hears of it. */
  storageCells(address: Uint8Array): Iterable<StoredCell> {
    return this.#entry(address).value.cells()
  }

  /**
   * Sets a storage cell to any bytes; empty ones delete it. SSTORE gives words without leading zeros, native
   * contracts whatever they encode. A missing account becomes a contract first.
   */
  setStorage(address: Uint8Array, key: Uint8Array, value: Uint8Array): void {
    const entry = this.#entry(address)
    if (!this.#exists(entry)) {
      this.#setAccount(entry, emptyAccount)
      this.#mark(entry)
    }
    const cell = entry.value.cell(key)
    this.tracker?.write(entry.id, cell.id)
    this.#journal.set(cell, value.slice())
  }

  /** A cell was written but holds its old value again; RSKIP144 counts it as written. */
  noteStorageWrite(address: Uint8Array, key: Uint8Array): void {
    if (this.tracker === undefined) return
    const entry = this.#entry(address)
    this.tracker.read(entry.id, 'account')
    this.tracker.write(entry.id, wordKey(key))
  }

  /** A cell of transient storage (RSKIP446); empty when absent. */
  transient(address: Uint8Array, key: Uint8Array): Uint8Array {
    return this.#transient.value.get(addressKey(address))?.get(wordKey(key))?.value ?? emptyBytes
  }

  setTransient(address: Uint8Array, key: Uint8Array, value: Uint8Array): void {
    const newCells = (): TransientCells => new Map()
    const cells = getOrCreate(this.#transient.value, addressKey(address), newCells)
    const cell = getOrCreate(cells, wordKey(key), () => new Slot(emptyBytes))
    this.#journal.set(cell, value.slice())
  }

  /** Ends the transient storage of a transaction. */
  clearTransient(): void {
    if (this.#transient.value.size > 0) this.#journal.set(this.#transient, new Map())
  }

  /** The trie with all changes, on which this state goes on; marks taken before are void. */
  commit(): Trie {
    let trie = this.#trie
    for (const entry of this.#entries.values()) trie = entry.value.applyTo(trie)
    this.#trie = trie
    this.#entries.clear()
    this.#latest = undefined
    this.#journal.finalize()
    return trie
  }

  #entry(address: Uint8Array): AccountEntry {
    const latest = this.#latest
    if (latest !== undefined && equalBytes(latest.address, address)) return latest
    const id = addressKey(address)
    this.#latest = this.#entries.get(id) ?? this.#newEntry(address, id)
    return this.#latest
  }

  #newEntry(address: Uint8Array, id: string): AccountEntry {
    const content = new AccountContent(accountKey(address), this.#trie, this.#codes)
    const entry = new AccountEntry(address.slice(), id, content)
    this.#entries.set(id, entry)
    return entry
  }

  #account(address: Uint8Array): Account | undefined {
    const entry = this.#entry(address)
    this.tracker?.read(entry.id, 'account')
    return entry.value.account.value
  }

  #exists(entry: AccountEntry): boolean {
    this.tracker?.read(entry.id, 'account')
    return entry.value.account.value !== undefined
  }

  #setAccount(entry: AccountEntry, account: Account): void {
    this.tracker?.write(entry.id, 'account')
    this.#journal.set(entry.value.account, account)
  }

  #isContract(entry: AccountEntry): boolean {
    this.tracker?.read(entry.id, 'marker')
    return entry.value.marker.value
  }

  #mark(entry: AccountEntry): void {
    this.tracker?.write(entry.id, 'marker')
    this.#journal.set(entry.value.marker, true)
  }

  #code(entry: AccountEntry): Code | undefined {
    this.tracker?.read(entry.id, 'code')
    return entry.value.code.value
  }
}
