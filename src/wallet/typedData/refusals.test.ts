import { describe, expect, it } from 'vitest'
import { mail } from './typedData.cases.ts'
import { typedDataHash } from './typedDataHash.ts'

/** One struct with one field of a type, and a value for it. */
const one = (type: string, value?: unknown): unknown => ({
  types: { Thing: [{ name: 'it', type }] },
  primaryType: 'Thing',
  domain: {},
  message: { it: value },
})

const typed = (types: unknown): object => ({ types, primaryType: 'A', domain: {}, message: {} })
const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `f${index}`, type: 'bool' }))

const mistakes: readonly (readonly [what: string, data: unknown, message: string])[] = [
  ['an array instead of an object', [], 'typed data: is not an object'],
  ['no types', { ...mail, types: null }, 'types: is not an object'],
  ['no domain', { ...mail, domain: undefined }, 'domain: is not an object'],
  ['no message', { ...mail, message: undefined }, 'message: is not an object'],
  ['no primary type', { ...mail, primaryType: undefined }, 'primaryType: is not a struct of the types'],
  [
    'an atomic primary type',
    { ...mail, primaryType: 'uint256' },
    'primaryType: is not a struct of the types',
  ],
  [
    'an inherited primary type',
    { ...mail, primaryType: 'toString' },
    'primaryType: is not a struct of the types',
  ],
  [
    'a domain of other members',
    { ...typed({ A: [] }), domain: { owner: 1 } },
    'domain: has a member that EIP712Domain does not have by default',
  ],
  ['a struct that is not a list', typed({ A: {} }), 'types.A: is not a list of fields'],
  [
    'a struct without a proper name',
    typed({ 'A(bool x)B': [] }),
    'types: has a struct whose name is not an identifier',
  ],
  ['a struct named like a type', typed({ uint8: [] }), 'types.uint8: has the name of another type'],
  ['a field that is not an object', typed({ A: ['x'] }), 'types.A[0]: is not an object'],
  [
    'a field without a proper name',
    typed({ A: [{ name: 'x,bool y', type: 'bool' }] }),
    'types.A[0].name: is not an identifier',
  ],
  ['a field without a type', typed({ A: [{ name: 'x' }] }), 'types.A[0].type: is not the name of a type'],
  ['a field twice', typed({ A: [fields(1)[0], fields(1)[0]] }), 'types.A.f0: is defined twice'],
  ['an unknown type', one('Other'), 'types.Thing.it: has the unknown type Other'],
  ['an integer without a width', one('uint'), 'types.Thing.it: has the unknown type uint: write uint256'],
  ['an integer of half a byte', one('uint12'), 'types.Thing.it: has the unknown type uint12'],
  ['an integer too wide', one('int264'), 'types.Thing.it: has the unknown type int264'],
  ['a width with a zero in front', one('uint08'), 'types.Thing.it: has the unknown type uint08'],
  ['bytes too long', one('bytes33'), 'types.Thing.it: has the unknown type bytes33'],
  ['bytes of length zero', one('bytes0'), 'types.Thing.it: has the unknown type bytes0'],
  ['brackets that do not close', one('bool['), 'types.Thing[0].type: is not the name of a type'],
  ['a length that is not a number', one('bool[x]'), 'types.Thing[0].type: is not the name of a type'],
  ['a struct in itself', typed({ A: [{ name: 'x', type: 'A' }] }), 'types.A: contains itself'],
  [
    'structs that contain each other, even in arrays',
    typed({ A: [{ name: 'x', type: 'B[]' }], B: [{ name: 'y', type: 'A[2]' }] }),
    'types.A: contains itself',
  ],
  [
    'too many structs',
    typed(Object.fromEntries(fields(101).map(({ name }) => [name, []]))),
    'types: has more than 100 structs',
  ],
  ['too many fields in one', typed({ A: fields(1_001) }), 'types: has more than 1000 fields'],
  ['too many fields together', typed({ A: fields(501), B: fields(500) }), 'types: has more than 1000 fields'],
  ['too many dimensions', one(`bool${'[]'.repeat(33)}`), 'types.Thing[0].type: has more than 32 dimensions'],
  ['a name too long', one('x'.repeat(129)), 'types.Thing[0].type: is not the name of a type'],
  ['a missing value', one('bool'), 'message.it: is missing'],
  [
    'a value that is only inherited',
    typed({ A: [{ name: 'toString', type: 'string' }] }),
    'message.toString: is missing',
  ],
  ['a null', one('string', null), 'message.it: is not text'],
  ['a number for a boolean', one('bool', 1), 'message.it: is neither true nor false'],
  ['half a surrogate pair', one('string', '\ud800'), 'message.it: is not well-formed Unicode'],
  ['a fraction', one('uint8', 0.5), 'message.it: is not an exact integer: write large numbers as text'],
  [
    'a number that lost digits',
    one('uint256', 2 ** 53),
    'message.it: is not an exact integer: write large numbers as text',
  ],
  ['words for a number', one('uint8', 'one'), 'message.it: is not an integer'],
  ['too many digits', one('uint256', '1'.repeat(79)), 'message.it: is not an integer'],
  ['a number too large', one('uint8', 256), 'message.it: is out of the range of uint8'],
  ['a negative number without a sign', one('uint256', '-1'), 'message.it: is out of the range of uint256'],
  ['a signed number too large', one('int8', 128), 'message.it: is out of the range of int8'],
  ['a signed number too small', one('int8', '-0x81'), 'message.it: is out of the range of int8'],
  ['bytes without prefix', one('bytes', '12'), 'message.it: is not hex text with the prefix 0x'],
  ['an odd digit', one('bytes', '0x123'), 'message.it: has an odd number of hex digits (3)'],
  ['an address too short', one('address', '0x12'), 'message.it: has 1 bytes instead of 20'],
  ['bytes of another length', one('bytes4', '0x123456'), 'message.it: has 3 bytes instead of 4'],
  ['a value that is not an array', one('bool[]', true), 'message.it: is not an array'],
  ['an array too long', one('bool[1][]', [[true], [true, true]]), 'message.it[1]: has 2 items instead of 1'],
  ['a wrong item', one('bool[][]', [[], [true, 'no']]), 'message.it[1][1]: is neither true nor false'],
]

describe('typed data is refused when it has', () => {
  it.each(mistakes)('%s', (_, data, message) => {
    expect(() => typedDataHash(data)).toThrow(message)
  })
})

describe('typed data may have', () => {
  it.each([
    ['the smallest and largest numbers', one('int8[]', [-128, '0x7f', '-0x80'])],
    ['arrays of many dimensions', one(`bool${'[]'.repeat(32)}`, [])],
    ['a struct in several places', { ...mail, message: { ...mail.message, to: mail.message.from } }],
    ['tens of thousands of values', one('bool[]', new Array(90_000).fill(true))],
  ])('%s', (_, data) => {
    expect(typedDataHash(data)).toHaveLength(32)
  })
})

describe('typed data with repeated values', () => {
  it('is refused after a bounded number of values', () => {
    const levels = Array.from({ length: 60 }, (_, index) => index)
    const types = Object.fromEntries(
      levels.map((level) => [
        `L${level}`,
        ['a', 'b'].map((name) => ({ name, type: level === 59 ? 'bool' : `L${level + 1}` })),
      ]),
    )
    const message = levels.reduce<unknown>((inner) => ({ a: inner, b: inner }), true)
    const data = { types, primaryType: 'L0', domain: {}, message }
    expect(() => typedDataHash(data)).toThrow('follows 100000 other values')
  })
})
