import { describe, expect, it } from 'vitest'
import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import {
  accountEntry,
  alice,
  bob,
  bytes,
  cell,
  cellEntry,
  contentOf,
  markerEntry,
  newState,
} from './state.cases.ts'

describe('storage', () => {
  it('of a missing account creates the account and its marker on a write, even one that deletes', () => {
    for (const [value, cells] of [
      ['05', { [cellEntry(alice, cell(1))]: '05' }],
      ['', {}],
    ] as const) {
      const state = newState()
      state.setStorage(alice, cell(1), bytes(value))
      expect(contentOf(state.commit())).toEqual({
        [accountEntry(alice)]: 'c28000',
        [markerEntry(alice)]: '01',
        ...cells,
      })
    }
  })

  it('of an existing account is written without adding a marker', () => {
    const state = newState()
    state.addBalance(alice, 0n)
    state.setStorage(alice, cell(1), bytes('05'))
    expect(state.isContract(alice)).toBe(false)
  })

  it('has a key that ends with one zero byte for cell 0', () => {
    const state = newState()
    state.setStorage(alice, cell(0), bytes('05'))
    const key = markerEntry(alice) + toHexDigits(keccak256(cell(0)).subarray(0, 10))
    expect(contentOf(state.commit())[`${key}00`]).toBe('05')
  })

  it('keeps byte strings of any length unchanged, including 00, c0 and long ones', () => {
    const values = ['00', 'c0', '0001', 'ab'.repeat(33), 'cd'.repeat(5000)]
    const state = newState()
    for (const [index, value] of values.entries()) state.setStorage(alice, cell(index), bytes(value))
    const reopened = newState(state.commit())
    for (const [index, value] of values.entries()) {
      expect(toHexDigits(reopened.storage(alice, cell(index)))).toBe(value)
    }
  })

  it('deletes the cell of an empty value', () => {
    const state = newState()
    state.setStorage(alice, cell(1), bytes('05'))
    state.commit()
    state.setStorage(alice, cell(1), emptyBytes)
    expect(state.storage(alice, cell(1))).toEqual(emptyBytes)
    expect(contentOf(state.commit())).toEqual({ [accountEntry(alice)]: 'c28000', [markerEntry(alice)]: '01' })
  })

  it('copies key and value', () => {
    const state = newState()
    const key = cell(1)
    const value = bytes('05')
    state.setStorage(alice, key, value)
    key.fill(9)
    value.fill(9)
    expect(contentOf(state.commit())[cellEntry(alice, cell(1))]).toBe('05')
  })

  it('stays unchanged when a write is only recorded', () => {
    const state = newState()
    state.noteStorageWrite(alice, cell(1))
    expect(state.commit().hash()).toEqual(emptyTrieRoot)
  })
})

describe('transient storage', () => {
  it('is separate from storage and for each address, and is not part of the trie', () => {
    const state = newState()
    state.setTransient(alice, cell(1), bytes('05'))
    expect(state.transient(alice, cell(1))).toEqual(bytes('05'))
    expect(state.transient(bob, cell(1))).toEqual(emptyBytes)
    expect(state.storage(alice, cell(1))).toEqual(emptyBytes)
    expect(state.commit().hash()).toEqual(emptyTrieRoot)
  })

  it('can be rolled back, even after it was cleared', () => {
    const state = newState()
    state.setTransient(alice, cell(1), bytes('05'))
    const mark = state.snapshot()
    state.setTransient(alice, cell(1), bytes('06'))
    state.clearTransient()
    expect(state.transient(alice, cell(1))).toEqual(emptyBytes)
    state.setTransient(alice, cell(1), bytes('07'))
    state.rollback(mark)
    expect(state.transient(alice, cell(1))).toEqual(bytes('05'))
  })
})
