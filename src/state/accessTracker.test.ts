import { describe, expect, it } from 'vitest'
import { standardPrecompileAddress } from '../protocol/addresses.ts'
import { Trie } from '../trie/trie.ts'
import { AccessTracker } from './accessTracker.ts'
import { CodeCache } from './codeCache.ts'
import { State } from './state.ts'

const alice = standardPrecompileAddress(0xa1)
const bob = standardPrecompileAddress(0xb0)
const cell = (last: number): Uint8Array => new Uint8Array(32).fill(last, 31)
const value = Uint8Array.of(7)
const rules = { rskip169: true }

type Action = (state: State) => void

/** What `action` touches in a state where alice is a contract with code and one cell, and bob is missing. */
function accessesOf(action: Action): AccessTracker {
  const state = new State(Trie.empty(), new CodeCache(10_000))
  state.setStorage(alice, cell(1), value)
  state.saveCode(alice, value)
  const tracker = new AccessTracker()
  state.tracker = tracker
  action(state)
  state.tracker = undefined
  state.addBalance(alice, 1n)
  return tracker
}

function conflict(one: Action, other: Action): boolean {
  const first = accessesOf(one)
  const second = accessesOf(other)
  const found = first.conflictsWith(second)
  expect(second.conflictsWith(first)).toBe(found)
  return found
}

/** Actions that touch only the named key, to find out whether another action touched it. */
const readers: Record<string, Action> = {
  'the account': (state) => state.balance(alice),
  'the marker': (state) => state.isContract(alice),
  'cell 1': (state) => state.storage(alice, cell(1)),
  'cell 2': (state) => state.storage(alice, cell(2)),
}
const writers: Record<string, Action> = {
  'the account': (state) => state.addBalance(alice, 1n),
  'the marker': (state) => state.markContract(alice),
}

const writtenBy = (action: Action): string[] =>
  Object.keys(readers).filter((name) => conflict(action, readers[name]!))
const touchedBy = (action: Action): string[] =>
  Object.keys(writers).filter((name) => conflict(action, writers[name]!))

describe('what counts as written', () => {
  const cases: [string, Action, string[]][] = [
    ['a payment', (state) => state.addBalance(alice, 1n), ['the account']],
    ['but not a payment of zero', (state) => state.addBalance(alice, 0n), []],
    ['a new nonce', (state) => state.setNonce(alice, 5n), ['the account']],
    ['creation', (state) => state.createAccount(alice, { keepBalance: true }), ['the account']],
    ['deletion, of the account only', (state) => state.deleteAccount(alice), ['the account']],
    ['the contract marker', (state) => state.markContract(alice), ['the marker']],
    ['a cell', (state) => state.setStorage(alice, cell(1), value), ['cell 1']],
    ['a cell that keeps its value', (state) => state.noteStorageWrite(alice, cell(2)), ['cell 2']],
    ['code, but not the account that has it', (state) => state.saveCode(alice, value), []],
    ['another account', (state) => state.addBalance(bob, 1n), []],
  ]
  it.each(cases)('%s', (_, action, written) => {
    expect(writtenBy(action)).toEqual(written)
  })

  it('the account and marker that a write to a missing account creates', () => {
    const store: Action = (state) => state.setStorage(bob, cell(1), value)
    expect(conflict(store, (state) => state.balance(bob))).toBe(true)
    expect(conflict(store, (state) => state.isContract(bob))).toBe(true)
  })

  it('the account that a payment of zero creates', () => {
    expect(
      conflict(
        (state) => state.addBalance(bob, 0n),
        (state) => state.exists(bob),
      ),
    ).toBe(true)
  })

  it('the account that saving code creates', () => {
    expect(
      conflict(
        (state) => state.saveCode(bob, value),
        (state) => state.nonce(bob),
      ),
    ).toBe(true)
  })

  it('code, for actions that read it', () => {
    const save: Action = (state) => state.saveCode(alice, Uint8Array.of(8))
    expect(conflict(save, (state) => state.code(alice))).toBe(true)
    expect(conflict(save, (state) => state.codeHash(alice, rules))).toBe(true)
  })
})

describe('what counts as read', () => {
  const cases: [string, Action, string[]][] = [
    ['existence', (state) => state.exists(alice), ['the account']],
    ['the balance', (state) => state.balance(alice), ['the account']],
    ['the nonce', (state) => state.nonce(alice), ['the account']],
    ['the account of a payment of zero', (state) => state.addBalance(alice, 0n), ['the account']],
    ['code, with the account', (state) => state.code(alice), ['the account']],
    [
      'the code hash, with account and marker',
      (state) => state.codeHash(alice, rules),
      ['the account', 'the marker'],
    ],
    ['the marker', (state) => state.isContract(alice), ['the marker']],
    ['a cell, without the account', (state) => state.storage(alice, cell(1)), []],
    ['the account a cell is written to', (state) => state.setStorage(alice, cell(1), value), ['the account']],
    [
      'the account of a cell noted as written',
      (state) => state.noteStorageWrite(alice, cell(1)),
      ['the account'],
    ],
    ['no key for transient storage', (state) => state.setTransient(alice, cell(1), value), []],
  ]
  it.each(cases)('%s', (_, action, touched) => {
    expect(touchedBy(action)).toEqual(touched)
  })
})

describe('an access tracker', () => {
  it('finds no conflict between two readers of a key', () => {
    const read: Action = (state) => {
      state.code(alice)
      state.storage(alice, cell(1))
    }
    expect(conflict(read, read)).toBe(false)
  })

  it('finds a conflict between two writers of a key, even if they read it afterwards', () => {
    const write: Action = (state) => {
      state.addBalance(alice, 1n)
      state.balance(alice)
    }
    expect(conflict(write, write)).toBe(true)
    expect(conflict(write, (state) => state.exists(alice))).toBe(true)
  })

  it('includes accesses of frames that are rolled back', () => {
    const attempt: Action = (state) => {
      const mark = state.snapshot()
      state.setStorage(alice, cell(2), value)
      state.rollback(mark)
    }
    expect(writtenBy(attempt)).toEqual(['cell 2'])
  })

  it('distinguishes cells of the same number in different accounts', () => {
    const store =
      (address: Uint8Array): Action =>
      (state) =>
        state.setStorage(address, cell(1), value)
    expect(conflict(store(alice), store(bob))).toBe(false)
  })

  it('does not record accesses before it is set', () => {
    const idle: Action = () => undefined
    expect(conflict(idle, (state) => state.addBalance(alice, 1n))).toBe(false)
  })
})
