import fc from 'fast-check'
import { toHexDigits } from '../primitives/hex.ts'
import { Trie } from './trie.ts'

/** Keys that often share a prefix or are a prefix of another, and some as long as those of the state. */
export const anyKey = fc.oneof(
  fc.uint8Array({ max: 3, maxLength: 3 }),
  fc.uint8Array({ maxLength: 5 }),
  fc.tuple(fc.constant(new Uint8Array(28)), fc.uint8Array({ maxLength: 30 })).map(([zeros, rest]) => {
    return Uint8Array.from([...zeros, ...rest])
  }),
)

/** Values on both sides of the limits: embedded, inline and long. */
export const anyValue = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 34 }),
  fc.uint8Array({ minLength: 33, maxLength: 80 }),
)

export type Content = readonly (readonly [key: Uint8Array, value: Uint8Array])[]

export const anyContent: fc.Arbitrary<Content> = fc.uniqueArray(fc.tuple(anyKey, anyValue), {
  selector: ([key]) => toHexDigits(key),
  maxLength: 40,
})

export const trieOf = (content: Content, start = Trie.empty()): Trie =>
  content.reduce((trie, [key, value]) => trie.put(key, value), start)
