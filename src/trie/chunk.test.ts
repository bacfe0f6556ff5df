import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../primitives/errors.ts'
import { toHexDigits } from '../primitives/hex.ts'
import { complete } from '../primitives/work/steps.ts'
import { layoutSize, readChunk as readInSteps, type StateChunk } from './chunk.ts'
import { InvalidChunk, type ProvenChunk, proveChunk as proveInSteps } from './chunkProof.ts'
import { anyContent, type Content, trieOf } from './content.cases.ts'
import { MemoryStore } from './memoryStore.cases.ts'
import { Trie } from './trie.ts'

const readChunk = (...range: Parameters<typeof readInSteps>): StateChunk | undefined =>
  complete(readInSteps(...range))
const proveChunk = (...range: Parameters<typeof proveInSteps>): ProvenChunk =>
  complete(proveInSteps(...range))

const someContent = anyContent.filter((content) => content.length > 0)

/** At least the size of the largest node: a chunk within a node that has two subtrees does not prove its position. */
const chunkSizes = fc.integer({ min: 500, max: 1500 })

/** A trie that was saved and is read from its store. */
function stored(content: Content): { readonly trie: Trie; readonly store: MemoryStore } {
  const store = new MemoryStore()
  const trie = trieOf(content)
  trie.save(store)
  return { trie: Trie.load(store, trie.hash()), store }
}

const chunkCount = (trie: Trie, size: number): number => Math.floor(layoutSize(trie) / size) + 1

function chunksOf(trie: Trie, size: number): StateChunk[] {
  return Array.from(
    { length: chunkCount(trie, size) },
    (_, index) => readChunk(trie, index * size, (index + 1) * size)!,
  )
}

describe('the chunks of a state', () => {
  it('contain all its nodes and values, in whatever order they are proven', () => {
    fc.assert(
      fc.property(someContent, chunkSizes, fc.nat(), (content, size, seed) => {
        const { trie, store } = stored(content)
        const received = new MemoryStore()
        const chunks = chunksOf(trie, size)
        for (let step = 0; step < chunks.length; step++) {
          const index = (step + seed) % chunks.length
          const from = index * size
          const proven = proveChunk(chunks[index]!, trie.hash(), from, from + size)
          expect(proven.stateBytes).toBe(layoutSize(trie))
          expect(proven.isLast).toBe(index === chunks.length - 1)
          proven.save(received)
        }
        expect(received.nodes).toEqual(store.nodes)
        expect(received.values).toEqual(store.values)
      }),
    )
  })

  it('are the same for a trie in memory and a stored one', () => {
    fc.assert(
      fc.property(someContent, (content) => {
        expect(readChunk(trieOf(content), 0, 300)).toEqual(readChunk(stored(content).trie, 0, 300))
      }),
    )
  })

  it('are empty within a value that is longer than a chunk', () => {
    const value = new Uint8Array(1200).fill(7)
    const content = [0x20, 0x60, 0xa0].map((key) => [Uint8Array.of(key), value] as const)
    const { trie, store } = stored(content)
    const received = new MemoryStore()
    const chunks = chunksOf(trie, 300)
    for (const [index, chunk] of chunks.entries()) {
      proveChunk(chunk, trie.hash(), 300 * index, 300 * (index + 1)).save(received)
    }
    expect(chunks.filter(({ nodes }) => nodes.length === 0).length).toBeGreaterThan(6)
    expect(received.nodes).toEqual(store.nodes)
  })

  it('end with the state', () => {
    const { trie } = stored([[Uint8Array.of(1), Uint8Array.of(2)]])
    expect(readChunk(trie, layoutSize(trie), layoutSize(trie) + 10)?.nodes).toHaveLength(1)
    expect(readChunk(trie, layoutSize(trie) + 1, layoutSize(trie) + 10)).toBeUndefined()
    expect(readChunk(Trie.empty(), 0, 10)).toBeUndefined()
  })
})

describe('a false chunk', () => {
  const failure = (check: () => unknown): unknown => {
    try {
      check()
    } catch (error) {
      return error
    }
    return undefined
  }

  const isRefused = (check: () => unknown): boolean => {
    const error = failure(check)
    return error instanceof InvalidChunk || error instanceof DecodeError
  }

  it('is refused for another range or another state', () => {
    fc.assert(
      fc.property(someContent, someContent, fc.nat(3), (content, other, index) => {
        const { trie } = stored(content)
        const size = Math.max(500, Math.floor(layoutSize(trie) / 4))
        const chunk = readChunk(trie, index * size, (index + 1) * size)
        fc.pre(chunk !== undefined && chunk.nodes.length > 0)
        const prove =
          (from: number, root = trie.hash()) =>
          () =>
            proveChunk(chunk!, root, from, from + size)
        expect(isRefused(prove(index * size))).toBe(false)
        expect(isRefused(prove((index + 1) * size))).toBe(true)
        if (index > 0) expect(isRefused(prove((index - 1) * size))).toBe(true)
        const otherRoot = trieOf(other).hash()
        if (toHexDigits(otherRoot) !== toHexDigits(trie.hash())) {
          expect(isRefused(prove(index * size, otherRoot))).toBe(true)
        }
      }),
    )
  })

  it('is refused with a changed byte in any of its nodes', () => {
    fc.assert(
      fc.property(
        someContent,
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (content, node, byte, change) => {
          const { trie } = stored(content)
          const size = layoutSize(trie) + 1
          const chunk = readChunk(trie, 0, size)!
          const index = node % chunk.nodes.length
          const changed = chunk.nodes[index]!.slice()
          changed[byte % changed.length]! ^= change
          const nodes = chunk.nodes.with(index, changed)
          expect(isRefused(() => proveChunk({ ...chunk, nodes }, trie.hash(), 0, size))).toBe(true)
        },
      ),
    )
  })

  it('is refused with nodes left out at either edge, or moved out of its range', () => {
    fc.assert(
      fc.property(someContent, chunkSizes, (content, size) => {
        const { trie } = stored(content)
        for (const [index, chunk] of chunksOf(trie, size).entries()) {
          const from = index * size
          const isRefusedWith = (changes: Partial<StateChunk>): boolean =>
            isRefused(() => proveChunk({ ...chunk, ...changes }, trie.hash(), from, from + size))
          if (chunk.nodes.length === 0) continue
          expect(isRefusedWith({ nodes: chunk.nodes.slice(1) })).toBe(true)
          expect(isRefusedWith({ nodes: chunk.nodes.slice(0, -1) })).toBe(true)
          // A valid chunk of a smaller or larger range.
          const wider = readChunk(trie, from, from + 2 * size)!
          if (wider.nodes.length !== chunk.nodes.length) expect(isRefusedWith(wider)).toBe(true)
          const narrower = readChunk(trie, from, from + Math.floor(size / 2))!
          if (narrower.nodes.length !== chunk.nodes.length) expect(isRefusedWith(narrower)).toBe(true)
        }
      }),
    )
  })

  it('is refused when its bytes are arbitrary', () => {
    const bytes = fc.uint8Array({ maxLength: 60 })
    const border = fc.record({ form: bytes, hash: fc.uint8Array({ maxLength: 33 }) })
    const anyChunk = fc.record({
      before: fc.array(border, { maxLength: 3 }),
      nodes: fc.array(bytes, { maxLength: 5 }),
      firstLeftHash: fc.uint8Array({ maxLength: 33 }),
      lastHashes: fc.constant(undefined),
      after: fc.array(border, { maxLength: 3 }),
    })
    const root = trieOf([[Uint8Array.of(1), Uint8Array.of(2)]]).hash()
    fc.assert(
      fc.property(anyChunk, (chunk) => {
        expect(isRefused(() => proveChunk(chunk, root, 0, 100))).toBe(true)
      }),
    )
  })
})
