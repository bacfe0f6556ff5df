import { describe, expect, it } from 'vitest'
import { contractAddress, deploy, richState, stranger } from '../../execution/executionWorld.cases.ts'
import { wordBytes } from '../../primitives/integers.ts'
import { applyOverrides } from './overrides.ts'

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
  it('change the given values of an account and keep the others', () => {
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

  it('replace the whole storage and keep the other values', () => {
    const state = stateWithCells()
    state.commit()
    applyOverrides(state, [{ address: contractAddress, state: [{ cell: two, value: wordBytes(9n) }] }])
    expect([...state.storageCells(contractAddress)]).toEqual([[two, Uint8Array.of(9)]])
    expect(state.balance(contractAddress)).toBe(5n)
    expect(state.code(contractAddress)?.bytes).toEqual(Uint8Array.of(0))
  })

  it('give code to an account that does not exist', () => {
    const state = richState()
    applyOverrides(state, [{ address: stranger, code: Uint8Array.of(0x5b) }])
    expect(state.code(stranger)?.bytes).toEqual(Uint8Array.of(0x5b))
    expect(state.isContract(stranger)).toBe(true)
  })
})
