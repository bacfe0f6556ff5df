import { describe, expect, it } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { keyBytes, wordKey } from '../primitives/mapKeys.ts'
import { alice, bob, bytes, cell, newState } from './state.cases.ts'
import type { State } from './state.ts'

const cellsOf = (state: State): Record<string, string> =>
  Object.fromEntries([...state.storageCells(alice)].map(([number, value]) => [toHex(number), toHex(value)]))

function withCells(): State {
  const state = newState()
  state.addBalance(alice, 1n)
  state.setStorage(alice, cell(0), bytes('01'))
  state.setStorage(alice, cell(1), bytes('02'))
  state.setStorage(bob, cell(7), bytes('07'))
  state.commit()
  return state
}

describe('storage cells', () => {
  it('are those of the trie with later changes', () => {
    const state = withCells()
    state.setStorage(alice, cell(0), bytes('0a'))
    state.setStorage(alice, cell(1), bytes(''))
    state.setStorage(alice, cell(300), bytes('03'))
    expect(cellsOf(state)).toEqual({ [toHex(cell(0))]: '0x0a', [toHex(cell(300))]: '0x03' })
  })

  it('are empty for a deleted account, until the deletion is rolled back', () => {
    const state = withCells()
    const mark = state.snapshot()
    state.deleteAccount(alice)
    expect(cellsOf(state)).toEqual({})
    state.rollback(mark)
    expect(Object.values(cellsOf(state)).sort()).toEqual(['0x01', '0x02'])
  })

  it('have map keys from which their numbers can be read', () => {
    const number = cell(0x1234)
    expect(keyBytes(wordKey(number))).toEqual(number)
  })
})
