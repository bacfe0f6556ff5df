import { emptyKeccak, keccak256 } from '../crypto/keccak256.ts'
import { type Address, asHash, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import type { Code, Environment, Host, HostState } from './host.ts'
import type { Precompile } from './precompiles/precompile.ts'

/* A host in memory for tests, fuzzing and benchmarks. */

interface Account {
  readonly address: Uint8Array
  exists: boolean
  balance: bigint
  nonce: bigint
  isContract: boolean
  code: Code | undefined
  readonly storage: Map<string, Uint8Array>
  readonly transient: Map<string, Uint8Array>
}

/** An account as plain values; bytes are hex digits. */
export interface AccountDump {
  readonly exists: boolean
  readonly balance: bigint
  readonly nonce: bigint
  readonly isContract: boolean
  readonly code: string
  readonly storage: Readonly<Record<string, string>>
  readonly transient: Readonly<Record<string, string>>
}

const recentAccounts = 64
const noHash = asHash(new Uint8Array(32))

export class MemoryHost implements Host, HostState {
  readonly environment: Environment
  readonly state = this
  readonly blockHashes = new Map<number, Hash>()
  readonly #accounts = new Map<string, Account>()
  /** The account last used, by the last byte of its address: most lookups need no key string. */
  readonly #recent = new Array<Account | undefined>(recentAccounts).fill(undefined)
  readonly #precompiles = new Map<string, Precompile>()
  readonly #destroyedBefore = new Set<string>()
  readonly #undo: (() => void)[] = []

  constructor(environment: Environment) {
    this.environment = environment
  }

  setPrecompile(address: Address, precompile: Precompile): void {
    this.#precompiles.set(toHexDigits(address), precompile)
  }

  /** Makes `wasDestroyed` true for the account. */
  setDestroyedBefore(address: Address): void {
    this.#destroyedBefore.add(toHexDigits(address))
  }

  /** All existing accounts as plain values, for comparisons. */
  dump(): Record<string, AccountDump> {
    const shown = [...this.#accounts].filter(([, account]) => account.exists || account.isContract)
    return Object.fromEntries(shown.sort().map(([address, account]) => [address, describe(account)]))
  }

  snapshot(): number {
    return this.#undo.length
  }

  rollback(mark: number): void {
    while (this.#undo.length > mark) this.#undo.pop()!()
  }

  exists(address: Address): boolean {
    return this.#account(address).exists
  }

  balance(address: Address): bigint {
    return this.#account(address).balance
  }

  addBalance(address: Address, amount: bigint): void {
    const account = this.#account(address)
    if (account.exists && amount === 0n) return
    this.#change(account, { exists: true, balance: account.balance + amount })
  }

  nonce(address: Address): bigint {
    return this.#account(address).nonce
  }

  setNonce(address: Address, nonce: bigint): void {
    this.#change(this.#account(address), { exists: true, nonce })
  }

  createAccount(address: Address): void {
    this.#change(this.#account(address), { exists: true, nonce: 0n })
  }

  isContract(address: Address): boolean {
    return this.#account(address).isContract
  }

  markContract(address: Address): void {
    this.#change(this.#account(address), { isContract: true })
  }

  code(address: Address): Code | undefined {
    return this.#account(address).code
  }

  executedCode(address: Address): Code | undefined {
    return this.code(address)
  }

  codeHash(address: Address): Hash {
    const { exists, code } = this.#account(address)
    return exists ? (code?.hash ?? emptyKeccak) : noHash
  }

  saveCode(address: Address, code: Uint8Array): void {
    const saved = code.length === 0 ? undefined : { bytes: code.slice(), hash: keccak256(code) }
    const account = this.#account(address)
    this.#change(account, { exists: account.exists || saved !== undefined, code: saved })
  }

  storage(address: Address, key: Uint8Array): Uint8Array {
    return this.#account(address).storage.get(toHexDigits(key)) ?? emptyBytes
  }

  setStorage(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.#setCell(this.#account(address).storage, toHexDigits(key), value.slice())
  }

  noteStorageWrite(_address: Address, _key: Uint8Array): void {
    // Parallel execution is not simulated.
  }

  transient(address: Address, key: Uint8Array): Uint8Array {
    return this.#account(address).transient.get(toHexDigits(key)) ?? emptyBytes
  }

  setTransient(address: Address, key: Uint8Array, value: Uint8Array): void {
    this.#setCell(this.#account(address).transient, toHexDigits(key), value.slice())
  }

  blockHash(number: number): Hash | undefined {
    return this.blockHashes.get(number)
  }

  precompile(address: Address): Precompile | undefined {
    // The addresses of all precompiles begin with a zero byte.
    return address[0] === 0 ? this.#precompiles.get(toHexDigits(address)) : undefined
  }

  noteParticipant(): void {
    // Tests do not read participants.
  }

  noteCreation(): void {
    // Tests do not read creations.
  }

  wasDestroyed(address: Address): boolean {
    return this.#destroyedBefore.has(toHexDigits(address))
  }

  #account(address: Address): Account {
    const slot = address[address.length - 1]! % recentAccounts
    const recent = this.#recent[slot]
    if (recent !== undefined && isSame(recent.address, address)) return recent
    const found = this.#findAccount(address)
    this.#recent[slot] = found
    return found
  }

  #findAccount(address: Address): Account {
    const key = toHexDigits(address)
    const known = this.#accounts.get(key)
    if (known !== undefined) return known
    const account = missingAccount(address.slice())
    this.#accounts.set(key, account)
    return account
  }

  #change(account: Account, change: Partial<Account>): void {
    const { exists, balance, nonce, isContract, code } = account
    this.#undo.push(() => Object.assign(account, { exists, balance, nonce, isContract, code }))
    Object.assign(account, change)
  }

  #setCell(cells: Map<string, Uint8Array>, key: string, value: Uint8Array): void {
    const old = cells.get(key)
    this.#undo.push(() => writeCell(cells, key, old))
    writeCell(cells, key, value)
  }
}

/**
 * Compares four bytes at a time, which is twice as fast as single bytes: every call needs this several times.
 */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  let difference = 0
  for (let at = 0; at < 20; at += 4) {
    difference |=
      (a[at]! ^ b[at]!) | (a[at + 1]! ^ b[at + 1]!) | (a[at + 2]! ^ b[at + 2]!) | (a[at + 3]! ^ b[at + 3]!)
  }
  return difference === 0
}

function writeCell(cells: Map<string, Uint8Array>, key: string, value: Uint8Array | undefined): void {
  if (value === undefined || value.length === 0) cells.delete(key)
  else cells.set(key, value)
}

const missingAccount = (address: Uint8Array): Account => ({
  address,
  exists: false,
  balance: 0n,
  nonce: 0n,
  isContract: false,
  code: undefined,
  storage: new Map(),
  transient: new Map(),
})

const describeCells = (cells: Map<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...cells].sort().map(([key, value]) => [key, toHexDigits(value)]))

const describe = ({
  exists,
  balance,
  nonce,
  isContract,
  code,
  storage,
  transient,
}: Account): AccountDump => ({
  exists,
  balance,
  nonce,
  isContract,
  code: toHexDigits(code?.bytes ?? emptyBytes),
  storage: describeCells(storage),
  transient: describeCells(transient),
})
