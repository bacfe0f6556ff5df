import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyTrieRoot, keccak256 } from '../crypto/keccak256.ts'
import { compareBytes } from '../primitives/bytes.ts'
import { DecodeError } from '../primitives/errors.ts'
import { wordBytes } from '../primitives/integers.ts'
import { anyContent, anyKey, trieOf } from './content.cases.ts'
import {
  accountKey,
  codeKey,
  storageCellKey,
  storageRootKey,
  storageRootMarker,
  storageSubtreeStart,
} from './keys.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { decodeNode } from './nodes/nodeDecoding.ts'
import { InvalidProof, type ProvenValue, prove, subtreeHash, verifyProof } from './proof.ts'
import { Trie } from './trie.ts'

const proven = (value: Uint8Array | undefined): ProvenValue =>
  value !== undefined && value.length > 32 ? { hash: keccak256(value), length: value.length } : value

/** A key of the content or one that is likely absent. */
const contentAndKey = anyContent.chain((content) =>
  fc.tuple(
    fc.constant(content),
    fc.oneof(anyKey, fc.constantFrom(...content.map(([key]) => key), new Uint8Array(2))),
  ),
)

function refused(check: () => unknown): boolean {
  try {
    check()
    return false
  } catch (error) {
    expect(error instanceof InvalidProof || error instanceof DecodeError).toBe(true)
    return true
  }
}

describe('a proof', () => {
  it('proves the value, or that the key is absent', () => {
    fc.assert(
      fc.property(contentAndKey, ([content, key]) => {
        const trie = trieOf(content)
        const expected = content.find(([other]) => compareBytes(other, key) === 0)?.[1]
        expect(verifyProof(trie.hash(), key, prove(trie, key))).toEqual(proven(expected))
      }),
      { numRuns: 300 },
    )
  })

  it('is invalid with any bit changed', () => {
    fc.assert(
      fc.property(contentAndKey, fc.nat(), fc.nat(), ([content, key], which, where) => {
        const trie = trieOf(content)
        const proof = prove(trie, key)
        fc.pre(proof.length > 0)
        const index = which % proof.length
        const changed = proof[index]!.slice()
        const bit = where % (8 * changed.length)
        changed[bit >>> 3]! ^= 0x80 >>> (bit & 7)
        expect(refused(() => verifyProof(trie.hash(), key, proof.with(index, changed)))).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is invalid with a node removed or added', () => {
    fc.assert(
      fc.property(contentAndKey, fc.nat(), ([content, key], which) => {
        const trie = trieOf(content)
        const proof = prove(trie, key)
        expect(refused(() => verifyProof(trie.hash(), key, [...proof, Uint8Array.of(0x40, 1)]))).toBe(true)
        fc.pre(proof.length > 0)
        expect(refused(() => verifyProof(trie.hash(), key, proof.toSpliced(which % proof.length, 1)))).toBe(
          true,
        )
      }),
    )
  })

  it('is valid only for its own root', () => {
    const trie = Trie.empty().put(Uint8Array.of(1), Uint8Array.of(1))
    const proof = prove(trie, Uint8Array.of(1))
    expect(() =>
      verifyProof(trie.put(Uint8Array.of(2), Uint8Array.of(1)).hash(), Uint8Array.of(1), proof),
    ).toThrow(InvalidProof)
    expect(() => verifyProof(emptyTrieRoot, Uint8Array.of(1), proof)).toThrow(InvalidProof)
  })

  it('is empty for an empty trie', () => {
    expect(prove(Trie.empty(), Uint8Array.of(1))).toEqual([])
    expect(verifyProof(emptyTrieRoot, Uint8Array.of(1), [])).toBeUndefined()
  })

  it('ends with the node that holds the value, even if its parent embeds it', () => {
    const trie = Trie.empty()
      .put(Uint8Array.of(1), Uint8Array.of(1))
      .put(Uint8Array.of(128), Uint8Array.of(2))
    const proof = prove(trie, Uint8Array.of(128))
    expect(proof.length).toBe(2)
    expect(decodeNode(proof[1]!).value).toEqual(Uint8Array.of(2))
  })

  it('is rejected when a peer forges it', () => {
    const hostile = fc.array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(hostile, anyKey, (proof, key) => {
        // The first element has the hash of the root, whatever it is.
        const root = keccak256(proof[0]!)
        try {
          verifyProof(root, key, proof)
        } catch (error) {
          expect(error instanceof InvalidProof || error instanceof DecodeError).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('storage subtrees', () => {
  const account = accountKey(new Uint8Array(20).fill(0x11))
  const start = storageSubtreeStart(account)
  const bare = Trie.empty()
    .put(accountKey(new Uint8Array(20).fill(0x22)), Uint8Array.of(1))
    .put(account, Uint8Array.of(0xc2, 0x80, 0))
  const contract = bare
    .put(storageRootKey(account), storageRootMarker)
    .put(codeKey(account), new Uint8Array(100))
  const cells = Array.from({ length: 20 }, (_, i) => storageCellKey(account, wordBytes(BigInt(i))))
  const withCells = cells.reduce((trie, cell, i) => trie.put(cell, Uint8Array.of(i + 1)), contract)
  const absent = storageCellKey(account, wordBytes(99n))

  it('have the hash of the empty trie for an account without storage', () => {
    expect(subtreeHash(bare, storageRootKey(account), start)).toEqual(emptyTrieRoot)
    expect(prove(bare, absent, start)).toEqual([])
  })

  it('consist of the marker for a contract without cells', () => {
    const root = subtreeHash(contract, storageRootKey(account), start)
    expect(root).toEqual(keccak256(Uint8Array.of(0x50, 6, 0, 1)))
    expect(verifyProof(root, absent, prove(contract, absent, start), start)).toBeUndefined()
  })

  it('prove cells against the left child hash of the account node', () => {
    const store = new MemoryStore()
    withCells.save(store)
    const loaded = Trie.load(store, withCells.hash())
    const root = subtreeHash(loaded, storageRootKey(account), start)
    const accountNode = decodeNode(prove(loaded, account).at(-1)!)
    expect(loaded.nodes.resolve(accountNode.left)?.hash).toEqual(root)
    for (const [i, cell] of cells.entries()) {
      expect(verifyProof(root, cell, prove(loaded, cell, start), start)).toEqual(Uint8Array.of(i + 1))
    }
    expect(verifyProof(root, absent, prove(loaded, absent, start), start)).toBeUndefined()
  })
})
