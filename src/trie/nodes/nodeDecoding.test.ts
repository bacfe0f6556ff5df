import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { anyContent, trieOf } from '../content.cases.ts'
import { MemoryStore } from '../memoryStore.cases.ts'
import { Trie } from '../trie.ts'
import { decodeNode } from './nodeDecoding.ts'
import { encodeNode } from './nodeEncoding.ts'

const anyMessage = anyContent
  .filter((content) => content.length > 0)
  .chain((content) => {
    const store = new MemoryStore()
    trieOf(content).save(store)
    return fc.constantFrom(...store.nodes.values())
  })

/** Expects a DecodeError, or a node that encodes to these bytes. */
function expectNodeOrRefusal(message: Uint8Array): void {
  let node: ReturnType<typeof decodeNode>
  try {
    node = decodeNode(message)
  } catch (error) {
    expect(error).toBeInstanceOf(DecodeError)
    return
  }
  expect(encodeNode(node)).toEqual(message)
}

const hash = 'ab'.repeat(32)

describe('decoding a node', () => {
  it('reads every saved node, which encodes to the same bytes', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(encodeNode(decodeNode(message))).toEqual(message)
      }),
    )
  })

  it('reads or rejects random bytes', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), expectNodeOrRefusal), { numRuns: 2000 })
  })

  it('reads or rejects random bytes after plausible flags', () => {
    const flagged = fc
      .tuple(fc.integer({ min: 0x40, max: 0x7f }), fc.uint8Array({ maxLength: 120 }))
      .map(([flags, rest]) => Uint8Array.from([flags, ...rest]))
    fc.assert(fc.property(flagged, expectNodeOrRefusal), { numRuns: 3000 })
  })

  it('reads or rejects a saved node with changed, missing or added bytes', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), fc.nat(255), fc.nat(), (message, at, byte, cut) => {
        const changed = message.slice()
        changed[at % message.length] = byte
        expectNodeOrRefusal(changed)
        expectNodeOrRefusal(message.slice(0, cut % message.length))
        expectNodeOrRefusal(Uint8Array.from([...message, byte]))
      }),
      { numRuns: 500 },
    )
  })

  it.each([
    ['no bytes', '', 'cut off'],
    ['another version', '8001', 'version'],
    ['neither value nor child', '40', 'neither a value nor two children'],
    ['one child and no value', `48${hash}30`, 'neither a value nor two children'],
    ['an embedded child that is absent', '4201', 'does not have'],
    ['a path that is cut off', '501f00', 'cut off'],
    ['a path longer than the message', '50ffffffffffffffff0f00', 'cut off'],
    ['a path padded with ones', '5000c101', 'pads its path'],
    ['a short path length in the long form', '50ff0500aa01', 'shortest form'],
    ['an inline value of 33 bytes', `40${'01'.repeat(33)}`, 'inline value of 33'],
    ['a long value of 32 bytes', `60${hash}000020`, 'long value of 32'],
    ['a long value without its length', `60${hash}`, 'in 32 bytes instead of 35'],
    ['a size in a long varint', `48${hash}fd300001`, 'proper varint'],
    ['a size that is not that of the embedded child', '4a024001' + '03' + '01', 'wrong size'],
    ['no size left for the stored child', `4e024001${hash}02`, 'wrong size'],
    ['an embedded child with a child', `4a2348${hash}30012401`, 'too large'],
    ['an embedded child of 45 bytes', `4a2d50ff4f${'00'.repeat(10)}${'01'.repeat(32)}2d01`, 'too large'],
  ])('rejects a node with %s', (_, digits, problem) => {
    expect(() => decodeNode(fromHex(digits))).toThrow(new RegExp(problem))
    expect(() => decodeNode(fromHex(digits))).toThrow(DecodeError)
  })

  it.each([
    [1, '5000'],
    [32, '501f'],
    [33, '50ff21'],
    [159, '50ff9f'],
    [160, '5020'],
    [382, '50fe'],
    [383, '50fffd7f01'],
  ])('reads a path of %d bits that starts with its length: %s', (bits, digits) => {
    // Two keys that differ after `bits` bits below a common root give two leaves and a branch with that path.
    const key = new Uint8Array(50)
    const other = key.slice()
    other[bits >>> 3]! ^= 0x80 >>> (bits & 7)
    const value = new Uint8Array(40)
    const root = Trie.empty().put(key, value).put(other, value).root!
    const message = encodeNode(root)
    const withoutChildFlags = Uint8Array.from([message[0]! & 0xf0, ...message.subarray(1)])
    expect(toHexDigits(withoutChildFlags).startsWith(digits)).toBe(true)
    expect(decodeNode(message).path.length).toBe(bits)
  })
})
