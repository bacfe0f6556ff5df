import { describe, expect, it } from 'vitest'
import { contractAddress, deploy, richState, stranger } from '../../execution/executionWorld.cases.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { applyOverrides } from './stateOverrides.ts'

const one = wordBytes(1n)
const two = wordBytes(2n)

function stateWithCells() {
  const state = richState()
  deploy(state, contractAddress, 'STOP')
  state.addBalance(contractAddress, 5n)
  state.setStorage(contractAddress, one, Uint8Array.of(7))
  return state
}

describe('state overrides', () => {
  it('an account becomes what the override says and stays the rest', () => {
    const state = stateWithCells()
    const stateDiff = [{ cell: two, value: wordBytes(9n) }]
    applyOverrides(state, [{ address: contractAddress, balance: 3n, nonce: 8n, stateDiff }])
    expect(state.balance(contractAddress)).toBe(3n)
    expect(state.nonce(contractAddress)).toBe(8n)
    expect(state.code(contractAddress)?.bytes).toEqual(Uint8Array.of(0))
    expect([...state.storageCells(contractAddress)]).toEqual([
      [one, Uint8Array.of(7)],
      [two, Uint8Array.of(9)],
    ])
  })

  it('a whole storage replaces the one that is there, and nothing else', () => {
    const state = stateWithCells()
    state.commit()
    applyOverrides(state, [{ address: contractAddress, state: [{ cell: two, value: wordBytes(9n) }] }])
    expect([...state.storageCells(contractAddress)]).toEqual([[two, Uint8Array.of(9)]])
    expect(state.balance(contractAddress)).toBe(5n)
    expect(state.code(contractAddress)?.bytes).toEqual(Uint8Array.of(0))
  })

  it('an account that does not exist gets code', () => {
    const state = richState()
    applyOverrides(state, [{ address: stranger, code: Uint8Array.of(0x5b) }])
    expect(state.code(stranger)?.bytes).toEqual(Uint8Array.of(0x5b))
    expect(state.isContract(stranger)).toBe(true)
  })
})
