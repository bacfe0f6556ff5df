import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyKeccak, keccak256 } from '../crypto/keccak256.ts'
import { asHash, emptyBytes, type Hash } from '../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../primitives/hex.ts'
import { type Account, decodeAccount, emptyAccount, encodeAccount } from '../protocol/account.ts'
import { accountKey, codeKey, storageCellKey, storageRootKey } from '../trie/keys.ts'
import { Trie } from '../trie/trie.ts'
import { CodeCache } from './codeCache.ts'
import { State } from './state.ts'

/*
 * Random operations on a state and on a simple model: one map from trie keys to values, changed in order and copied at every
 * snapshot. Both must return the same answers and the same root.
 */

class Model {
  cells = new Map<string, Uint8Array>()
  transient = new Map<string, Uint8Array>()
  /** Accounts whose empty code was saved since the last commit. */
  emptyCode = new Set<string>()

  copy(): Model {
    const copy = new Model()
    copy.cells = new Map(this.cells)
    copy.transient = new Map(this.transient)
    copy.emptyCode = new Set(this.emptyCode)
    return copy
  }

  get(key: Uint8Array): Uint8Array {
    return this.cells.get(toHexDigits(key)) ?? emptyBytes
  }

  put(key: Uint8Array, value: Uint8Array): void {
    if (value.length === 0) this.cells.delete(toHexDigits(key))
    else this.cells.set(toHexDigits(key), value)
  }

  account(address: Uint8Array): Account | undefined {
    const bytes = this.get(accountKey(address))
    return bytes.length === 0 ? undefined : decodeAccount(bytes)
  }

  setAccount(address: Uint8Array, change: Partial<Account>): void {
    const account = this.account(address) ?? emptyAccount
    this.put(accountKey(address), encodeAccount({ ...account, ...change }))
  }

  mark(address: Uint8Array): void {
    this.put(storageRootKey(accountKey(address)), Uint8Array.of(1))
  }

  delete(address: Uint8Array): void {
    if (this.account(address) === undefined) return
    const prefix = toHexDigits(accountKey(address))
    for (const key of this.cells.keys()) if (key.startsWith(prefix)) this.cells.delete(key)
    this.emptyCode.delete(prefix)
  }

  saveCode(address: Uint8Array, code: Uint8Array): void {
    const key = accountKey(address)
    this.put(codeKey(key), code)
    if (code.length === 0) this.emptyCode.add(toHexDigits(key))
    else this.emptyCode.delete(toHexDigits(key))
    if (code.length > 0) this.setAccount(address, {})
  }

  setStorage(address: Uint8Array, key: Uint8Array, value: Uint8Array): void {
    if (this.account(address) === undefined) {
      this.setAccount(address, {})
      this.mark(address)
    }
    this.put(storageCellKey(accountKey(address), key), value)
  }

  codeHash(address: Uint8Array, isActive: boolean): Hash {
    const key = accountKey(address)
    if (this.account(address) === undefined) return asHash(new Uint8Array(32))
    if (this.get(storageRootKey(key)).length === 0) return emptyKeccak
    const code = this.get(codeKey(key))
    const hasHash = code.length > 0 || isActive || this.emptyCode.has(toHexDigits(key))
    return hasHash ? keccak256(code) : asHash(new Uint8Array(32))
  }

  root(): Hash {
    let trie = Trie.empty()
    for (const [key, value] of this.cells) trie = trie.put(fromHex(key), value)
    return trie.hash()
  }
}

const addresses = [
  Uint8Array.of(0),
  ...['00', 'a1', 'a2'].map((end) => fromHex(end.padStart(40, '0'))),
  new Uint8Array(20).fill(0xff),
]
const words = [0, 1, 2].map((last) => new Uint8Array(32).fill(last, 31)).concat(new Uint8Array(32).fill(0xee))
const values = ['', '', '00', '01', 'c0', 'ab'.repeat(32), 'cd'.repeat(40)].map((digits) => fromHex(digits))

const address = fc.constantFrom(...addresses)
const word = fc.constantFrom(...words)
const value = fc.constantFrom(...values)

/** An operation on both, or one on the history of both. */
type Operation =
  | ((state: State, model: Model) => void)
  | 'snapshot'
  | 'commit'
  | { readonly rollback: number }

const change = <T extends unknown[]>(
  weight: number,
  inputs: { [K in keyof T]: fc.Arbitrary<T[K]> },
  apply: (state: State, model: Model, ...input: T) => void,
) => ({
  weight,
  arbitrary: fc.tuple<T>(...inputs).map(
    (input): Operation =>
      (state, model) =>
        apply(state, model, ...input),
  ),
})

const operation: fc.Arbitrary<Operation> = fc.oneof(
  change<[Uint8Array, bigint]>(4, [address, fc.bigInt(-300n, 300n)], (state, model, of, amount) => {
    state.addBalance(of, amount)
    model.setAccount(of, { balance: (model.account(of)?.balance ?? 0n) + amount })
  }),
  change<[Uint8Array, bigint]>(2, [address, fc.bigInt(0n, 300n)], (state, model, of, nonce) => {
    state.setNonce(of, nonce)
    model.setAccount(of, { nonce })
  }),
  change<[Uint8Array, boolean]>(2, [address, fc.boolean()], (state, model, of, keepBalance) => {
    state.createAccount(of, { keepBalance })
    model.setAccount(of, keepBalance ? { nonce: 0n } : emptyAccount)
  }),
  change<[Uint8Array]>(2, [address], (state, model, of) => {
    state.markContract(of)
    model.mark(of)
  }),
  change<[Uint8Array, Uint8Array]>(3, [address, value], (state, model, of, code) => {
    state.saveCode(of, code)
    model.saveCode(of, code)
  }),
  change<[Uint8Array, Uint8Array, Uint8Array]>(8, [address, word, value], (state, model, of, key, bytes) => {
    state.setStorage(of, key, bytes)
    model.setStorage(of, key, bytes)
  }),
  change<[Uint8Array, Uint8Array, Uint8Array]>(2, [address, word, value], (state, model, of, key, bytes) => {
    state.setTransient(of, key, bytes)
    model.transient.set(toHexDigits(of) + toHexDigits(key), bytes)
  }),
  change<[]>(1, [], (state, model) => {
    state.clearTransient()
    model.transient.clear()
  }),
  change<[Uint8Array]>(3, [address], (state, model, of) => {
    state.deleteAccount(of)
    model.delete(of)
  }),
  change<[Uint8Array, Uint8Array]>(6, [address, word], expectSameReads),
  { weight: 4, arbitrary: fc.constant('snapshot' as const) },
  { weight: 3, arbitrary: fc.record({ rollback: fc.nat() }) },
  { weight: 1, arbitrary: fc.constant('commit' as const) },
)

function expectSameReads(state: State, model: Model, of: Uint8Array, key: Uint8Array): void {
  const account = model.account(of)
  expect(state.exists(of)).toBe(account !== undefined)
  expect(state.balance(of)).toBe(account?.balance ?? 0n)
  expect(state.nonce(of)).toBe(account?.nonce ?? 0n)
  expect(state.isContract(of)).toBe(model.get(storageRootKey(accountKey(of))).length > 0)
  const code = account === undefined ? emptyBytes : model.get(codeKey(accountKey(of)))
  expect(toHexDigits(state.code(of)?.bytes ?? emptyBytes)).toBe(toHexDigits(code))
  for (const rskip169 of [true, false]) {
    expect(toHexDigits(state.codeHash(of, { rskip169 }))).toBe(toHexDigits(model.codeHash(of, rskip169)))
  }
  const stored = model.get(storageCellKey(accountKey(of), key))
  expect(toHexDigits(state.storage(of, key))).toBe(toHexDigits(stored))
  const transient = model.transient.get(toHexDigits(of) + toHexDigits(key)) ?? emptyBytes
  expect(toHexDigits(state.transient(of, key))).toBe(toHexDigits(transient))
}

function expectSameRoot(state: State, model: Model): void {
  expect(toHexDigits(state.commit().hash())).toBe(toHexDigits(model.root()))
  model.emptyCode.clear()
}

function run(operations: Operation[]): void {
  const state = new State(Trie.empty(), new CodeCache(1000))
  let model = new Model()
  let history: { mark: number; model: Model }[] = []
  for (const step of operations) {
    if (step === 'snapshot') history.push({ mark: state.snapshot(), model: model.copy() })
    else if (step === 'commit') {
      expectSameRoot(state, model)
      history = []
    } else if (typeof step === 'function') step(state, model)
    else if (history.length > 0) {
      const at = step.rollback % history.length
      const target = history[at]!
      state.rollback(target.mark)
      model = target.model.copy()
      history = history.slice(0, at + 1)
    }
  }
  for (const of of addresses) for (const key of words) expectSameReads(state, model, of, key)
  expectSameRoot(state, model)
}

describe('a state', () => {
  it('returns the answers and the root of a map that is changed in order and copied at snapshots', () => {
    fc.assert(fc.property(fc.array(operation, { maxLength: 120, size: 'max' }), run), { numRuns: 300 })
  })
})
