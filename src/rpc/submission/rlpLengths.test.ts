import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromHex } from '../../primitives/hex.ts'
import { encodeRlp } from '../../primitives/rlp/encode.ts'
import { lengthProblem } from './rlpLengths.ts'

it.each([
  ['a string longer than what follows', 'deadbeef', "doesn't have enough space"],
  ['the second item, when it is too long', '0f86', "doesn't have enough space"],
  ['an item of a list that reaches beyond it', 'c28301ff', "doesn't have enough space"],
  ['a length that is cut off', 'b90a', "can't possibly fit the data byte array"],
  ['a length of 2^63 or more', 'ffffffffffffffffff', "can't be negative"],
  ['a length of 2^31 or more', 'fb80000000', 'longer than Integer.MAX_VALUE'],
])('the problem is %s', (_, bytes, problem) => {
  expect(lengthProblem(fromHex(bytes))).toContain(problem)
})

it('lengths that fit are accepted, and items deeper than a transaction are not checked', () => {
  expect(lengthProblem(fromHex('c3c2c183'))).toBeUndefined()
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 80 })), (items) => {
      expect(lengthProblem(encodeRlp(items))).toBeUndefined()
    }),
  )
})

it('every truncated encoding is refused', () => {
  const encoded = encodeRlp([fromHex('0102'), new Uint8Array(60), fromHex('')])
  for (let length = 1; length < encoded.length; length++) {
    expect(lengthProblem(encoded.subarray(0, length)), String(length)).toBeDefined()
  }
})
