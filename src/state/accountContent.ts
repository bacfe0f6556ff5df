import type { Code } from '../evm/host.ts'
import { emptyBytes, equalBytes } from '../primitives/bytes.ts'
import { keyBytes, wordKey } from '../primitives/mapKeys.ts'
import { type Account, decodeAccount, encodeAccount } from '../protocol/account.ts'
import {
  type AccountKey,
  codeKey,
  storageCellKey,
  storageCellOf,
  storageRootKey,
  storageRootMarker,
} from '../trie/keys.ts'
import { Trie } from '../trie/trie.ts'
import type { CodeCache } from './codeCache.ts'
import { Slot } from './journal.ts'

/** The 32-byte number of a storage cell and its value. */
export type StoredCell = readonly [number: Uint8Array, value: Uint8Array]

/** A slot that starts with a value of the trie. */
class TrieSlot<T> extends Slot<T> {
  protected readonly saved: T

  constructor(saved: T) {
    super(saved)
    this.saved = saved
  }

  get isChanged(): boolean {
    return this.value !== this.saved
  }
}

/** A storage cell. `id` is its map key within the account, `key` its trie key. */
export class CellSlot extends TrieSlot<Uint8Array> {
  readonly id: string
  readonly key: Uint8Array

  constructor(id: string, key: Uint8Array, saved: Uint8Array) {
    super(saved)
    this.id = id
    this.key = key
  }

  /** A cell that was set to the bytes that it had has not changed. */
  override get isChanged(): boolean {
    return super.isChanged && !equalBytes(this.value, this.saved)
  }
}

/** Counts the values that are read from the trie. */
export interface TrieReads {
  count: number
}

const emptyTrie = Trie.empty()

/**
 * Everything below one account key: the account itself, the contract marker, the code and the storage cells. Each part
 * is read from the trie on its first use and then kept in a slot.
 */
export class AccountContent {
  readonly #key: AccountKey
  readonly #base: Trie
  readonly #codes: CodeCache
  readonly #reads: TrieReads
  #account: TrieSlot<Account | undefined> | undefined
  #marker: TrieSlot<boolean> | undefined
  #code: TrieSlot<Code | undefined> | undefined
  /** Undefined until the first access: most accounts have no cells. */
  #cells: Map<string, CellSlot> | undefined

  constructor(key: AccountKey, base: Trie, codes: CodeCache, reads: TrieReads) {
    this.#key = key
    this.#base = base
    this.#codes = codes
    this.#reads = reads
  }

  /** The content after the account was deleted, which ignores the trie. */
  deleted(): AccountContent {
    return new AccountContent(this.#key, emptyTrie, this.#codes, this.#reads)
  }

  get account(): Slot<Account | undefined> {
    if (this.#account === undefined) {
      this.#reads.count++
      const bytes = this.#base.get(this.#key)
      this.#account = new TrieSlot(bytes === undefined ? undefined : decodeAccount(bytes))
    }
    return this.#account
  }

  get marker(): Slot<boolean> {
    this.#marker ??= new TrieSlot(this.#base.has(storageRootKey(this.#key)))
    return this.#marker
  }

  /** Undefined where the trie has no code; empty when empty code was saved since. */
  get code(): Slot<Code | undefined> {
    if (this.#code === undefined) {
      this.#reads.count++
      const key = codeKey(this.#key)
      const hash = this.#base.valueHash(key)
      this.#code = new TrieSlot(hash && this.#codes.find(hash, () => this.#base.get(key)!))
    }
    return this.#code
  }

  /** The storage cell with this 32-byte number; empty when absent. */
  cell(number: Uint8Array): CellSlot {
    const id = wordKey(number)
    const known = this.#cells?.get(id)
    if (known !== undefined) return known
    this.#reads.count++
    const key = storageCellKey(this.#key, number)
    const cell = new CellSlot(id, key, this.#base.get(key) ?? emptyBytes)
    this.#cells ??= new Map()
    this.#cells.set(id, cell)
    return cell
  }

  /** The cells of the trie, in its order, then those that were added since. */
  *cells(): Generator<StoredCell, void, undefined> {
    const known = new Set<string>()
    for (const [number, saved] of this.#savedCells()) {
      const id = wordKey(number)
      known.add(id)
      const value = this.#cells?.get(id)?.value ?? saved
      if (value.length > 0) yield [number, value]
    }
    for (const { id, value } of this.#cells?.values() ?? []) {
      if (!known.has(id) && value.length > 0) yield [keyBytes(id), value]
    }
  }

  /** The trie with the changes of this account. */
  applyTo(trie: Trie): Trie {
    let result = this.#base === emptyTrie ? withoutAccount(trie, this.#key) : trie
    const account = this.#account
    // Deleting an account replaces its content, so here an undefined value means that the account was never set.
    if (account?.isChanged && account.value) result = result.put(this.#key, encodeAccount(account.value))
    if (this.#marker?.isChanged) result = result.put(storageRootKey(this.#key), storageRootMarker)
    if (this.#code?.isChanged) result = result.put(codeKey(this.#key), this.#code.value?.bytes ?? emptyBytes)
    if (this.#cells === undefined) return result
    for (const cell of this.#cells.values()) if (cell.isChanged) result = result.put(cell.key, cell.value)
    return result
  }

  *#savedCells(): Generator<StoredCell, void, undefined> {
    const root = storageRootKey(this.#key)
    for (const [key, value] of this.#base.entries(root)) {
      if (key.length > root.length) yield [storageCellOf(this.#key, key), value]
    }
  }
}

/**
 * The trie deletes a subtree only below a key that has a value. The account had one when it was deleted, but the trie
 * lacks it if the account was created since the last commit.
 */
function withoutAccount(trie: Trie, key: AccountKey): Trie {
  const present = trie.has(key) ? trie : trie.put(key, storageRootMarker)
  return present.deletePrefix(key)
}
