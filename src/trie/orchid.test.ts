import { describe, expect, it } from 'vitest'
import { keccak256 } from '../crypto/keccak256.ts'
import { concatBytes } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { orchidHash } from './orchid.ts'
import { Trie } from './trie.ts'

const long = new Uint8Array(40).fill(9)
const trie = Trie.empty()
  .put(Uint8Array.of(0x01), Uint8Array.of(5))
  .put(Uint8Array.of(0x80), long)
  .put(Uint8Array.of(0x80, 0xff), Uint8Array.of(6))

/** The messages of a branch without path, a short leaf, and a long value with a leaf below it. */
function expectedRoot(secure: number): Uint8Array {
  const header = (flags: number, digits: string): Uint8Array =>
    concatBytes(Uint8Array.of(2, flags), fromHex(digits))
  const left = keccak256(header(secure, '00000007' + '02' + '05'))
  const bottom = keccak256(header(secure, '00000007' + 'fe' + '06'))
  const right = keccak256(concatBytes(header(secure | 2, '00020007' + '00'), bottom, keccak256(long)))
  return keccak256(concatBytes(header(secure, '00030000'), left, right))
}

describe('a root in the format before RSKIP126', () => {
  it('hashes every node, whatever its size', () => {
    expect(orchidHash(trie, { secure: false })).toEqual(expectedRoot(0))
  })

  it('has the secure flag in every node', () => {
    expect(orchidHash(trie, { secure: true })).toEqual(expectedRoot(1))
  })

  it('is the same for a loaded trie', () => {
    const store = new MemoryStore()
    trie.save(store)
    expect(orchidHash(Trie.load(store, trie.hash()), { secure: false })).toEqual(expectedRoot(0))
  })
})
