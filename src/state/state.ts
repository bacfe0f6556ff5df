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
import { AccountContent, type StoredCell, type TrieReads } from './accountContent.ts'
import type { CodeCache } from './codeCache.ts'
import { Journal, Slot } from './journal.ts'

const zeroHash = asHash(new Uint8Array(32))

/** An account that was used in this state. Deleting the account replaces the content. */
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
 * The accounts while a block or a call runs: changes over an immutable trie, which `commit` applies to it. The state
 * keeps everything it has read until then, so one state serves one block or one call.
 *
 * `snapshot` and `rollback` nest: rolling back to a mark undoes every change since and invalidates the marks after it.
 * Every change can be rolled back.
 *
 * Addresses have 20 bytes; only that of the sender of REMASC transactions has one byte. Storage cells have numbers of
 * 32 bytes. The state copies the byte arrays it keeps; callers must not change those it returns.
 */
export class State {
  /** Receives every access while it is set. */
  tracker: AccessObserver | undefined
  readonly reads: TrieReads = { count: 0 }
  /** Uses of storage cells and code, whether they were read before or not. */
  accesses = 0

  readonly #codes: CodeCache
  readonly #journal = new Journal()
  readonly #entries = new Map<string, AccountEntry>()
  readonly #transient = new Slot<Map<string, TransientCells>>(new Map())
  #trie: Trie
  /** The entry of the last access: the next access is usually to the same account. */
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
    return this.#account(this.#entry(address)) !== undefined
  }

  balance(address: Uint8Array): bigint {
    return this.#account(this.#entry(address))?.balance ?? 0n
  }

  nonce(address: Uint8Array): bigint {
    return this.#account(this.#entry(address))?.nonce ?? 0n
  }

  /**
   * Creates the account when it is missing, even for an amount of 0 (Rootstock has no EIP-158). An amount of 0 to an
   * existing account counts as a read: RSKIP144 lets two lists call one contract without value.
   */
  addBalance(address: Uint8Array, amount: bigint): void {
    const entry = this.#entry(address)
    if (amount === 0n && this.#account(entry) !== undefined) return
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
    this.accesses++
    if (this.#account(entry) === undefined) return undefined
    const code = this.#code(entry)
    return code?.bytes.length === 0 ? undefined : code
  }

  /** The answer of EXTCODEHASH for addresses other than those of precompiled contracts. */
  codeHash(address: Uint8Array, rules: Pick<Rules, 'rskip169'>): Hash {
    const entry = this.#entry(address)
    if (this.#account(entry) === undefined) return zeroHash
    if (!this.#isContract(entry)) return emptyKeccak
    // Before RSKIP169 a contract without code had no hash, except in the block that saved its empty code.
    return this.#code(entry)?.hash ?? (rules.rskip169 ? emptyKeccak : zeroHash)
  }

  /** Empty code deletes the code; other code creates the account when it is missing. */
  saveCode(address: Uint8Array, code: Uint8Array): void {
    const entry = this.#entry(address)
    this.tracker?.write(entry.id, 'code')
    this.#journal.set(entry.value.code, this.#codes.intern(code))
    if (this.#account(entry) === undefined && code.length > 0) this.#setAccount(entry, emptyAccount)
  }

  /** The bytes of a storage cell as they were set; empty when absent. */
  storage(address: Uint8Array, key: Uint8Array): Uint8Array {
    const entry = this.#entry(address)
    this.accesses++
    const cell = entry.value.cell(key)
    this.tracker?.read(entry.id, cell.id)
    return cell.value
  }

  /** All storage cells that are not empty, with their 32-byte numbers. The tracker does not receive these reads. */
  storageCells(address: Uint8Array): Iterable<StoredCell> {
    return this.#entry(address).value.cells()
  }

  /**
   * Sets a storage cell to any bytes; an empty value deletes it. SSTORE sets words without leading zeros, native
   * contracts set their own encodings. A missing account becomes a contract first.
   */
  setStorage(address: Uint8Array, key: Uint8Array, value: Uint8Array): void {
    const entry = this.#entry(address)
    if (this.#account(entry) === undefined) {
      this.#setAccount(entry, emptyAccount)
      this.#mark(entry)
    }
    const cell = entry.value.cell(key)
    this.tracker?.write(entry.id, cell.id)
    this.#journal.set(cell, value.slice())
  }

  /** Records the write of a cell that keeps its value; RSKIP144 counts it as written. */
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

  /** Empties the transient storage at the end of a transaction. */
  clearTransient(): void {
    if (this.#transient.value.size > 0) this.#journal.set(this.#transient, new Map())
  }

  /** Drops the transient cells of changes that were rolled back; there must be no others. */
  forgetTransient(): void {
    if (this.#transient.value.size > 0) this.#transient.value = new Map()
  }

  /** The trie with all changes, over which this state continues. Earlier marks become invalid. */
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
    let entry = this.#entries.get(id)
    if (entry === undefined) {
      const content = new AccountContent(accountKey(address), this.#trie, this.#codes, this.reads)
      entry = new AccountEntry(address.slice(), id, content)
      this.#entries.set(id, entry)
    }
    this.#latest = entry
    return entry
  }

  #account(entry: AccountEntry): Account | undefined {
    this.tracker?.read(entry.id, 'account')
    return entry.value.account.value
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
