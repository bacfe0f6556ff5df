import { describe, expect, it } from 'vitest'
import { toHex } from '../primitives/hex.ts'
import { Trie } from './trie.ts'

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values)
const account = bytes(0, 5, 6)
const cell = bytes(0, 5, 6, 0, 7)
const code = bytes(0, 5, 6, 0x80)
const other = bytes(0, 9, 9)

const base = new Map([account, cell, code, other].map((key) => [toHex(key), key.slice(1)]))
const open = (): Trie => Trie.empty().over({ get: (key) => base.get(toHex(key)) })

describe('a trie over a base', () => {
  it('has the values of the base until they change', () => {
    const trie = open()
    expect(trie.get(cell)).toEqual(bytes(5, 6, 0, 7))
    expect(trie.has(bytes(0, 1))).toBe(false)
    expect(trie.get(code)).toHaveLength(3)
    expect(trie.put(cell, bytes(8)).get(cell)).toEqual(bytes(8))
    expect(trie.get(cell)).toEqual(bytes(5, 6, 0, 7))
  })

  it('hides a value that was deleted, until it is set again', () => {
    const deleted = open().put(other, bytes(1)).delete(cell)
    expect(deleted.has(cell)).toBe(false)
    expect(deleted.get(account)).toEqual(bytes(5, 6))
    expect(deleted.put(cell, bytes(3)).get(cell)).toEqual(bytes(3))
    expect(deleted.put(cell, bytes(3)).delete(cell).has(cell)).toBe(false)
    expect(deleted.delete(cell).hash()).toEqual(deleted.hash())
  })

  it('hides all values of a prefix that was deleted, and only these', () => {
    const deleted = open()
      .delete(cell)
      .put(bytes(0, 5, 6, 0, 1), bytes(1))
      .deletePrefix(account)
    for (const key of [account, cell, code, bytes(0, 5, 6, 0, 1)]) expect(deleted.has(key)).toBe(false)
    expect(deleted.get(other)).toEqual(bytes(9, 9))
    const again = deleted.put(account, bytes(4))
    expect(again.get(account)).toEqual(bytes(4))
    expect(again.has(cell)).toBe(false)
    expect(open().deletePrefix(bytes(0, 1)).hash()).toEqual(open().hash())
  })

  it('lists the changes without the marks of deletions', () => {
    const trie = open().delete(cell).put(other, bytes(1))
    expect([...trie.entries()]).toEqual([[other, bytes(1)]])
  })
})
