import { describe, expect, it } from 'vitest'
import { emptyKeccak, emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { Trie } from '../trie/trie.ts'
import {
  accountEntry,
  alice,
  bob,
  bytes,
  cell,
  cellEntry,
  contentOf,
  from169,
  markerEntry,
  newState,
} from './state.cases.ts'
import type { State } from './state.ts'

describe('deletion', () => {
  /** A state over a trie in which alice is a contract with marker, code and cells. */
  function withContract(): State {
    const state = newState()
    state.addBalance(alice, 5n)
    state.markContract(alice)
    state.saveCode(alice, bytes('6001'))
    state.setStorage(alice, cell(1), bytes('05'))
    state.addBalance(bob, 1n)
    state.commit()
    return state
  }

  it('removes account, marker, code and cells, including cells that were never read', () => {
    const state = withContract()
    state.deleteAccount(alice)
    expect(state.exists(alice)).toBe(false)
    expect(state.isContract(alice)).toBe(false)
    expect(state.code(alice)).toBeUndefined()
    expect(state.storage(alice, cell(1))).toEqual(emptyBytes)
    expect(contentOf(state.commit())).toEqual({ [accountEntry(bob)]: 'c28001' })
  })

  it('followed by a payment in the same block leaves a new account', () => {
    const state = withContract()
    state.deleteAccount(alice)
    state.addBalance(alice, 0n)
    expect(state.codeHash(alice, from169)).toEqual(emptyKeccak)
    expect(contentOf(state.commit())).toEqual({
      [accountEntry(alice)]: 'c28000',
      [accountEntry(bob)]: 'c28001',
    })
  })

  it('followed by a new contract at the address leaves only the new one', () => {
    const state = withContract()
    state.deleteAccount(alice)
    state.createAccount(alice, { keepBalance: true })
    state.markContract(alice)
    state.setStorage(alice, cell(2), bytes('07'))
    expect(state.storage(alice, cell(1))).toEqual(emptyBytes)
    expect(contentOf(state.commit())).toEqual({
      [accountEntry(alice)]: 'c28000',
      [markerEntry(alice)]: '01',
      [cellEntry(alice, cell(2))]: '07',
      [accountEntry(bob)]: 'c28001',
    })
  })

  it('rolls back together with later writes', () => {
    const state = withContract()
    state.setStorage(alice, cell(2), bytes('06'))
    const mark = state.snapshot()
    state.deleteAccount(alice)
    state.setStorage(alice, cell(1), bytes('99'))
    state.deleteAccount(alice)
    state.rollback(mark)
    expect(state.balance(alice)).toBe(5n)
    expect(state.code(alice)?.bytes).toEqual(bytes('6001'))
    expect(state.storage(alice, cell(1))).toEqual(bytes('05'))
    expect(state.storage(alice, cell(2))).toEqual(bytes('06'))
  })

  it('of an account created in the same block leaves no keys', () => {
    const state = newState()
    state.setStorage(alice, cell(1), bytes('05'))
    state.deleteAccount(alice)
    expect(state.commit().hash()).toEqual(emptyTrieRoot)
  })

  it('of a missing account keeps the cells below its key', () => {
    const state = newState()
    state.markContract(alice)
    state.deleteAccount(alice)
    expect(contentOf(state.commit())).toEqual({ [markerEntry(alice)]: '01' })
  })

  it('of an account created in the same block removes cells that were below its key before', () => {
    const state = newState()
    state.markContract(alice)
    state.commit()
    state.addBalance(alice, 1n)
    state.deleteAccount(alice)
    expect(state.commit().hash()).toEqual(emptyTrieRoot)
  })
})

describe('commit', () => {
  it('does not change the original trie, so old states stay readable', () => {
    const first = newState()
    first.addBalance(alice, 1n)
    const old = first.commit()
    const second = newState(old)
    second.addBalance(alice, 1n)
    second.commit()
    expect(newState(old).balance(alice)).toBe(1n)
    expect(second.balance(alice)).toBe(2n)
  })

  it('without a net change returns the same trie', () => {
    const state = newState()
    state.addBalance(alice, 1n)
    state.setStorage(alice, cell(1), bytes('05'))
    const trie = state.commit()
    const mark = state.snapshot()
    state.addBalance(alice, 1n)
    state.rollback(mark)
    state.setStorage(alice, cell(1), bytes('06'))
    state.setStorage(alice, cell(1), bytes('05'))
    expect(state.commit()).toBe(trie)
  })

  it('returns a trie that can be saved and loaded as the same state', () => {
    const code = new Uint8Array(100).fill(0x5b)
    const state = newState()
    state.addBalance(alice, 5n)
    state.saveCode(alice, code)
    state.setStorage(alice, cell(1), bytes('ab'.repeat(40)))
    const stored = new Map<string, Uint8Array>()
    const put = (hash: Uint8Array, value: Uint8Array): void => void stored.set(toHexDigits(hash), value)
    const get = (hash: Uint8Array): Uint8Array | undefined => stored.get(toHexDigits(hash))
    const trie = state.commit()
    trie.save({ putNode: put, putValue: put })

    const reopened = newState(Trie.load({ node: get, value: get }, trie.hash()))
    expect(reopened.balance(alice)).toBe(5n)
    expect(reopened.code(alice)).toEqual({ bytes: code, hash: keccak256(code) })
    expect(reopened.storage(alice, cell(1))).toEqual(bytes('ab'.repeat(40)))
  })

  it('invalidates earlier marks', () => {
    const state = newState()
    const mark = state.snapshot()
    state.addBalance(alice, 1n)
    state.commit()
    expect(() => state.rollback(mark)).toThrow('made final')
    expect(state.balance(alice)).toBe(1n)
  })
})
