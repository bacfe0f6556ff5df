import { describe, expect, it } from 'vitest'
import { emptyTrieRoot } from '../crypto/keccak256.ts'
import { asAddress, emptyBytes } from '../primitives/bytes.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { precompileAccountsOf } from '../protocol/precompileAccounts.ts'
import { accountKey } from '../trie/keys.ts'
import {
  accountEntry,
  alice,
  bob,
  bytes,
  cell,
  cellEntry,
  codeEntry,
  contentOf,
  markerEntry,
  newState,
} from './state.cases.ts'
import type { State } from './state.ts'

const remascSender = Uint8Array.of(0)

describe('accounts', () => {
  it('read as empty when missing, and are not created by reading', () => {
    const state = newState()
    expect(state.exists(alice)).toBe(false)
    expect([state.balance(alice), state.nonce(alice)]).toEqual([0n, 0n])
    expect(state.code(alice)).toBeUndefined()
    expect(state.isContract(alice)).toBe(false)
    expect(state.storage(alice, cell(1))).toEqual(emptyBytes)
    expect(state.commit().hash()).toEqual(emptyTrieRoot)
  })

  it('are created empty by a payment of zero', () => {
    const state = newState()
    state.addBalance(alice, 0n)
    expect(state.exists(alice)).toBe(true)
    expect(contentOf(state.commit())).toEqual({ [accountEntry(alice)]: 'c28000' })
  })

  it('are created by setting a nonce, which keeps the balance of an existing one', () => {
    const state = newState()
    state.addBalance(alice, 5n)
    state.setNonce(alice, 1n)
    state.setNonce(bob, 3n)
    expect(contentOf(state.commit())).toEqual({
      [accountEntry(alice)]: 'c20105',
      [accountEntry(bob)]: 'c20300',
    })
  })

  it('keep their nonce when they are paid', () => {
    const state = newState()
    state.setNonce(alice, 7n)
    state.addBalance(alice, 5n)
    state.addBalance(alice, -2n)
    expect([state.nonce(alice), state.balance(alice)]).toEqual([7n, 3n])
  })

  it('can have a negative balance', () => {
    const state = newState()
    state.addBalance(alice, -1n)
    const trie = state.commit()
    expect(contentOf(trie)).toEqual({ [accountEntry(alice)]: 'c38081ff' })
    expect(newState(trie).balance(alice)).toBe(-1n)
  })

  it('have a one-byte address and a 12-byte key for the REMASC sender', () => {
    const state = newState()
    state.setNonce(remascSender, 2n)
    state.addBalance(asAddress(new Uint8Array(20)), 1n)
    expect(state.nonce(remascSender)).toBe(2n)
    const trie = state.commit()
    expect(accountKey(remascSender)).toHaveLength(12)
    expect(contentOf(trie)[accountEntry(remascSender)]).toBe('c20200')
  })

  it('lose their nonce when created again, keep the balance on request, and keep marker, code and cells', () => {
    const kept = { [markerEntry(alice)]: '01', [codeEntry(alice)]: '60', [cellEntry(alice, cell(1))]: '05' }
    for (const [keepBalance, account] of [
      [true, 'c28009'],
      [false, 'c28000'],
    ] as const) {
      const state = newState()
      state.addBalance(alice, 9n)
      state.setNonce(alice, 4n)
      state.markContract(alice)
      state.saveCode(alice, bytes('60'))
      state.setStorage(alice, cell(1), bytes('05'))
      state.createAccount(alice, { keepBalance })
      expect(contentOf(state.commit())).toEqual({ [accountEntry(alice)]: account, ...kept })
    }
  })

  it('are distinguished when a caller reuses the buffer of the address', () => {
    const state = newState()
    const buffer = alice.slice()
    state.addBalance(buffer, 1n)
    buffer.set(bob)
    state.addBalance(buffer, 2n)
    expect([state.balance(alice), state.balance(bob)]).toEqual([1n, 2n])
  })
})

describe('accounts of precompiled contracts', () => {
  /** Creates the accounts as a block does before its transactions. */
  function prepare(state: State, height: number): void {
    for (const { address, overwrite } of precompileAccountsOf(regtest, height)) {
      if (overwrite || !state.exists(address)) state.createAccount(address, { keepBalance: false })
      state.markContract(address)
    }
  }

  it('of the regtest genesis give the root of the reference node', () => {
    const state = newState()
    for (const { address, balance } of regtest.genesis.allocations) state.addBalance(address, balance)
    prepare(state, 0)
    expect(toHexDigits(state.commit().hash())).toBe(
      '9c13f6bf26a9d1b13b708b5da083cb8f4e948bb7f903174081ad95810d52723f',
    )
  })

  it('overwrite a balance that was sent to the address before', () => {
    const { address } = precompileAccountsOf(regtest, 0).find(({ overwrite }) => overwrite)!
    const state = newState()
    state.addBalance(address, 77n)
    state.setNonce(address, 3n)
    prepare(state, 0)
    const content = contentOf(state.commit())
    expect(content[accountEntry(address)]).toBe('c28000')
    expect(content[markerEntry(address)]).toBe('01')
  })
})
