import { describe, expect, it } from 'vitest'
import { asciiBytes } from '../primitives/bytes.ts'
import { Trie } from '../trie/trie.ts'
import { CodeCache } from './codeCache.ts'
import { LatestState } from './latestState.ts'
import { State } from './state.ts'

const address = (last: number): Uint8Array => new Uint8Array(20).fill(last)
const cell = (last: number): Uint8Array => new Uint8Array(32).fill(last)
const rules = { rskip169: false }

const [payer, contract, gone, cleared] = [address(1), address(2), address(3), address(4)] as const

/** A state whose accounts were created, changed, deleted and emptied. */
function changedState(codes: CodeCache): State {
  const state = new State(Trie.empty(), codes)
  state.addBalance(payer, 100n)
  state.setNonce(payer, 7n)
  state.setStorage(contract, cell(1), asciiBytes('kept'))
  state.setStorage(contract, cell(2), asciiBytes('removed'))
  state.saveCode(contract, asciiBytes('code'))
  state.setStorage(contract, cell(2), new Uint8Array(0))
  state.setStorage(gone, cell(1), asciiBytes('lost'))
  state.deleteAccount(gone)
  state.markContract(cleared)
  state.addBalance(cleared, 1n)
  state.saveCode(cleared, new Uint8Array(0))
  return state
}

const seen = (state: State): unknown[] => [
  ...[payer, contract, gone, cleared].map((account) => [
    state.exists(account),
    state.balance(account),
    state.nonce(account),
    state.isContract(account),
    state.code(account)?.bytes,
    state.codeHash(account, rules),
    [...state.storageCells(account)],
  ]),
  state.storage(contract, cell(1)),
  state.storage(contract, cell(2)),
  state.storage(gone, cell(1)),
]

describe('the latest state', () => {
  it('is what its trie holds, also what was deleted or emptied', () => {
    const codes = new CodeCache(1000)
    const latest = new LatestState()
    const state = changedState(codes)
    const trie = state.commit()
    latest.keep(state, trie)
    expect(seen(latest.open(trie, codes))).toEqual(seen(new State(trie, codes)))
  })

  it('continues with the changes of the next block only', () => {
    const codes = new CodeCache(1000)
    const latest = new LatestState()
    const state = changedState(codes)
    let trie = state.commit()
    latest.keep(state, trie)
    for (const amount of [5n, 0n, -3n]) {
      const next = latest.open(trie, codes)
      const fresh = new State(trie, codes)
      for (const each of [next, fresh]) {
        each.addBalance(payer, amount)
        const mark = each.snapshot()
        each.addBalance(contract, 1n)
        each.setStorage(contract, cell(1), asciiBytes('undone'))
        each.rollback(mark)
        each.setStorage(contract, cell(2), asciiBytes(`block ${amount}`))
      }
      trie = next.commit()
      expect(trie.hash()).toEqual(fresh.commit().hash())
      latest.keep(next, trie)
    }
    expect(latest.open(trie, codes).balance(payer)).toBe(102n)
  })

  it('is not used for another content, nor twice', () => {
    const codes = new CodeCache(1000)
    const latest = new LatestState()
    const state = changedState(codes)
    const trie = state.commit()
    latest.keep(state, trie)
    const other = new State(trie, codes)
    other.addBalance(payer, 1n)
    expect(latest.open(other.commit(), codes).balance(payer)).toBe(101n)

    const again = changedState(codes)
    const same = again.commit()
    latest.keep(again, same)
    latest.open(same, codes).addBalance(payer, 1000n)
    expect(latest.open(same, codes).balance(payer)).toBe(100n)
  })

  it('keeps nothing of a block with many accounts', () => {
    const codes = new CodeCache(1000)
    const latest = new LatestState()
    const state = new State(Trie.empty(), codes)
    const many = Array.from({ length: 100 }, (_, index) => address(index))
    for (const account of many) state.addBalance(account, 5n)
    const trie = state.commit()
    latest.keep(state, trie)
    const next = latest.open(trie, codes)
    expect(many.map((account) => next.balance(account))).toEqual(many.map(() => 5n))
  })
})
