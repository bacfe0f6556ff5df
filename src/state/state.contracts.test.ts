import { describe, expect, it } from 'vitest'
import { emptyKeccak, keccak256 } from '../crypto/keccak256.ts'
import { emptyBytes } from '../primitives/bytes.ts'
import { accountKey, codeKey } from '../trie/keys.ts'
import { Trie } from '../trie/trie.ts'
import { CodeCache } from './codeCache.ts'
import {
  accountEntry,
  alice,
  before169,
  bob,
  bytes,
  codeEntry,
  contentOf,
  from169,
  markerEntry,
  newState,
} from './state.cases.ts'
import { State } from './state.ts'

const zeroHash = new Uint8Array(32)

describe('contracts', () => {
  it('are accounts with the marker cell and the nonce that their creator sets', () => {
    const state = newState()
    // By a transaction the nonce stays 0; CREATE and CREATE2 set it to 1 (RSKIP125).
    state.createAccount(alice, { keepBalance: true })
    state.markContract(alice)
    state.createAccount(bob, { keepBalance: true })
    state.markContract(bob)
    state.setNonce(bob, 1n)
    expect(state.isContract(alice)).toBe(true)
    expect(contentOf(state.commit())).toEqual({
      [accountEntry(alice)]: 'c28000',
      [markerEntry(alice)]: '01',
      [accountEntry(bob)]: 'c20100',
      [markerEntry(bob)]: '01',
    })
  })

  it('do not include an account with a balance', () => {
    const state = newState()
    state.addBalance(alice, 1n)
    expect(state.isContract(alice)).toBe(false)
    expect(newState(state.commit()).isContract(alice)).toBe(false)
  })

  it('are created without a marker by saving code', () => {
    const state = newState()
    state.saveCode(alice, bytes('6001'))
    expect(contentOf(state.commit())).toEqual({ [accountEntry(alice)]: 'c28000', [codeEntry(alice)]: '6001' })
  })

  it('are not created by saving empty code, which deletes existing code', () => {
    const state = newState()
    state.saveCode(alice, emptyBytes)
    expect(state.exists(alice)).toBe(false)
    state.saveCode(bob, bytes('6001'))
    state.commit()
    state.saveCode(bob, emptyBytes)
    expect(state.code(bob)).toBeUndefined()
    expect(contentOf(state.commit())).toEqual({ [accountEntry(bob)]: 'c28000' })
  })

  it('have code with its hash, and equal code is one object in all states of a cache', () => {
    const codes = new CodeCache(100_000)
    const long = new Uint8Array(500).fill(0x5b)
    const state = new State(Trie.empty(), codes)
    state.saveCode(alice, long)
    state.saveCode(bob, long)
    const code = state.code(alice)
    expect(code).toEqual({ bytes: long, hash: keccak256(long) })
    expect(state.code(bob)).toBe(code)
    expect(new State(state.commit(), codes).code(bob)).toBe(code)
  })

  it('without an account have no readable code', () => {
    const trie = Trie.empty().put(codeKey(accountKey(alice)), bytes('60'))
    expect(newState(trie).code(alice)).toBeUndefined()
  })
})

describe('the code hash', () => {
  it('is zero for a missing account', () => {
    expect(newState().codeHash(alice, from169)).toEqual(zeroHash)
    expect(newState().codeHash(alice, before169)).toEqual(zeroHash)
  })

  it('is that of empty code for an account that is not a contract', () => {
    const state = newState()
    state.addBalance(alice, 0n)
    expect(state.codeHash(alice, from169)).toEqual(emptyKeccak)
    expect(state.codeHash(alice, before169)).toEqual(emptyKeccak)
  })

  it('is that of the code for a contract', () => {
    const state = newState()
    state.markContract(alice)
    state.saveCode(alice, bytes('6001'))
    expect(state.codeHash(alice, from169)).toEqual(keccak256(bytes('6001')))
    expect(newState(state.commit()).codeHash(alice, before169)).toEqual(keccak256(bytes('6001')))
  })

  it('of a contract without code is that of empty code from RSKIP169 on, and zero before', () => {
    const state = newState()
    state.addBalance(alice, 0n)
    state.markContract(alice)
    expect(state.codeHash(alice, from169)).toEqual(emptyKeccak)
    expect(state.codeHash(alice, before169)).toEqual(zeroHash)
  })

  it('of a contract whose empty code was saved in the same block is that of empty code even before RSKIP169', () => {
    const state = newState()
    state.addBalance(alice, 0n)
    state.markContract(alice)
    const mark = state.snapshot()
    state.saveCode(alice, emptyBytes)
    expect(state.codeHash(alice, before169)).toEqual(emptyKeccak)
    state.rollback(mark)
    expect(state.codeHash(alice, before169)).toEqual(zeroHash)
    state.saveCode(alice, emptyBytes)
    state.commit()
    expect(state.codeHash(alice, before169)).toEqual(zeroHash)
  })
})
