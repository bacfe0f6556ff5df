import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueOrDecodeError } from '../../primitives/decoding.cases.ts'
import { mutations } from '../../primitives/hostileBytes.cases.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import type { StateChunk } from '../../trie/chunk.ts'
import { decodeStateChunk, encodeStateChunk } from './stateChunk.ts'

const form = fc.uint8Array({ maxLength: 50 })
const hash = fc.oneof(fc.constant(new Uint8Array()), fc.uint8Array({ minLength: 32, maxLength: 32 }))
const border = fc.array(fc.record({ form, hash }), { maxLength: 3 })
const anyChunk: fc.Arbitrary<StateChunk> = fc.record({
  before: border,
  nodes: fc.array(form, { maxLength: 5 }),
  firstLeftHash: hash,
  lastHashes: fc.option(fc.tuple(hash, hash), { nil: undefined }),
  after: border,
})

describe('an encoded chunk of a state', () => {
  it('is decoded to the same chunk', () => {
    fc.assert(
      fc.property(anyChunk, (chunk) => {
        expect(decodeStateChunk(encodeStateChunk(chunk))).toEqual(chunk)
      }),
    )
  })

  it('is decoded or refused with a DecodeError after any change', () => {
    const changed = anyChunk.chain((chunk) => mutations(encodeStateChunk(chunk)))
    fc.assert(fc.property(changed, (bytes) => void valueOrDecodeError(() => decodeStateChunk(bytes))))
  })

  it('is refused with a hash of another length, or with too many nodes', () => {
    const bytes = new Uint8Array(31).fill(1)
    expect(() => decodeStateChunk(encodeRlp([[], [], bytes, [], []]))).toThrow('31 bytes instead of 32')
    const nodes = Array.from({ length: 40_000 }, () => Uint8Array.of(1))
    expect(() => decodeStateChunk(encodeRlp([[], nodes, new Uint8Array(), [], []]))).toThrow('items')
  })
})
