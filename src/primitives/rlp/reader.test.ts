import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concatBytes } from '../bytes.ts'
import { valueOrDecodeError } from '../decoding.cases.ts'
import { DecodeError } from '../errors.ts'
import { fromHex } from '../hex.ts'
import { hostileLengths, mutations } from '../hostileBytes.cases.ts'
import { unsignedBytes } from '../integers.ts'
import { arbitraryRlp } from './arbitraryRlp.cases.ts'
import { encodeRlp, encodeRlpList, type RlpValue } from './encode.ts'
import { RlpReader } from './reader.ts'

const open = (digits: string): RlpReader => RlpReader.list(fromHex(digits), 'block')

/** All values in a list; throws for any error in it. */
function readAll(reader: RlpReader, depth = 0): RlpValue[] {
  const values: RlpValue[] = []
  while (!reader.done) {
    const name = `[${values.length}]`
    if (!reader.nextIsList(name)) values.push(reader.bytes(name))
    else if (depth < 200) values.push(readAll(reader.list(name), depth + 1))
    else reader.encoded(name)
  }
  return values
}

describe('reading RLP', () => {
  it('gives back what was encoded', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRlp), (list) => {
        expect(readAll(RlpReader.list(encodeRlp(list), 'list'))).toEqual(list)
      }),
    )
  })

  it('counts the remaining items without consuming them', () => {
    const reader = open('c401c20203')
    expect(reader.remaining()).toBe(2)
    reader.bytes('number')
    expect(reader.remaining()).toBe(1)
    expect(reader.encoded('rest')).toEqual(fromHex('c20203'))
    expect(reader.done).toBe(true)
  })

  it('reads integers of the three kinds', () => {
    const reader = open('ca81ff81ff820080820100')
    expect(reader.unsigned('a')).toBe(255n)
    expect(reader.signed('b')).toBe(-1n)
    expect(reader.signed('c')).toBe(128n)
    expect(reader.number('d')).toBe(256)
  })

  it('returns views of the input, not copies', () => {
    const bytes = fromHex('c3820102')
    expect(RlpReader.list(bytes, 'list').bytes('item').buffer).toBe(bytes.buffer)
  })
})

describe('leniency of the reference node', () => {
  it.each([
    ['c28105', 'a single byte with a prefix', Uint8Array.of(5)],
    ['c3b80105', 'the long form of a short string', Uint8Array.of(5)],
    ['c4b9000105', 'a length with leading zeros', Uint8Array.of(5)],
    ['f80105', 'the long form of a short list', Uint8Array.of(5)],
    ['cabf000000000000000105', 'a length of eight bytes', Uint8Array.of(5)],
  ])('reads %s: %s', (digits, _name, expected) => {
    const reader = open(digits)
    expect(reader.bytes('item')).toEqual(expected)
    expect(reader.done).toBe(true)
  })

  it('reads integers with leading zeros', () => {
    expect(open('c4830000ff').number('n')).toBe(255)
  })
})

describe('RLP errors', () => {
  it.each([
    ['', 'block', 'is missing'],
    ['80', 'block', 'is an RLP string instead of a list'],
    ['05', 'block', 'is an RLP string instead of a list'],
    ['c000', 'block', 'has 1 trailing bytes'],
    ['c1', 'block', 'announces 1 bytes where 0 are left'],
    ['f8', 'block', 'is cut off inside its length'],
    ['f90100', 'block', 'announces 256 bytes where 0 are left'],
  ])('of the outer list %j name it', (digits, where, problem) => {
    expect(() => open(digits)).toThrow(new DecodeError(where, problem))
  })

  const faults: [string, string, (reader: RlpReader) => unknown, string, string][] = [
    ['a missing item', 'c0', (reader) => reader.bytes('number'), 'block.number', 'is missing'],
    [
      'a list in place of a string',
      'c1c0',
      (reader) => reader.bytes('number'),
      'block.number',
      'is an RLP list instead of a string',
    ],
    [
      'a string in place of a list',
      'c180',
      (reader) => reader.list('uncles'),
      'block.uncles',
      'is an RLP string instead of a list',
    ],
    [
      'a wrong length',
      'c3820102',
      (reader) => reader.fixed('hash', 32),
      'block.hash',
      'has 2 bytes instead of 32',
    ],
    [
      'an item longer than its list',
      'c28201',
      (reader) => reader.bytes('data'),
      'block.data',
      'announces 2 bytes where 1 are left',
    ],
    [
      'a number that is too large',
      'c28120',
      (reader) => reader.number('count', 31),
      'block.count',
      'exceeds 31',
    ],
    [
      'a number beyond 2^53 - 1',
      'c88720000000000000',
      (reader) => reader.number('count'),
      'block.count',
      'exceeds 9007199254740991',
    ],
    ['items left over', 'c20102', (reader) => reader.end(), 'block', 'has 2 items too many'],
    [
      'an item deeper inside',
      'c2c180',
      (reader) => reader.list('transactions').list('[0]'),
      'block.transactions[0]',
      'is an RLP string instead of a list',
    ],
  ]
  it.each(faults)('name %s and its path', (_name, digits, read, where, problem) => {
    const reader = open(digits)
    expect(() => read(reader)).toThrow(new DecodeError(where, problem))
  })

  it('are thrown for an inner item that reaches beyond its list', () => {
    // The inner list has one byte, which announces a string of two bytes; they belong to the outer list.
    const inner = open('c4c1820506').list('inner')
    expect(() => inner.bytes('item')).toThrow(DecodeError)
  })
})

/** Nested lists, written from the inside out because repeated encoding would take quadratic time. */
function nestedLists(levels: number): Uint8Array {
  const prefixes: Uint8Array[] = []
  let length = 0
  for (let level = 0; level < levels; level++) {
    const lengthDigits = unsignedBytes(length)
    const prefix =
      length < 56
        ? Uint8Array.of(0xc0 + length)
        : concatBytes(Uint8Array.of(0xf7 + lengthDigits.length), lengthDigits)
    prefixes.push(prefix)
    length += prefix.length
  }
  return new Uint8Array(Buffer.concat(prefixes.reverse()))
}

describe('hostile RLP', () => {
  it.each(hostileLengths)('with a length of $name is rejected, as string and as list', ({ lengthBytes }) => {
    for (const base of [0xb7, 0xf7]) {
      const item = concatBytes(Uint8Array.of(base + lengthBytes.length), lengthBytes, new Uint8Array(40))
      const list = encodeRlpList([item])
      expect(() => readAll(RlpReader.list(list, 'list'))).toThrow(DecodeError)
      expect(() => RlpReader.list(item, 'list')).toThrow(DecodeError)
    }
  })

  it('gives values or a DecodeError for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        valueOrDecodeError(() => readAll(RlpReader.list(bytes, 'list')))
        valueOrDecodeError(() => readAll(RlpReader.list(encodeRlpList([bytes]), 'list')))
      }),
      { numRuns: 500 },
    )
  })

  it('gives values or a DecodeError for any change of valid RLP', () => {
    const mutated = fc.array(arbitraryRlp).chain((list) => mutations(encodeRlp(list)))
    fc.assert(
      fc.property(mutated, (bytes) => {
        valueOrDecodeError(() => readAll(RlpReader.list(bytes, 'list')))
      }),
      { numRuns: 500 },
    )
  })

  it('with an integer of more than a kilobyte is rejected before it becomes a bigint', () => {
    const list = (bytes: number) => RlpReader.list(encodeRlp([new Uint8Array(bytes).fill(1)]), 'list')
    expect(list(1024).unsigned('n')).toBeGreaterThan(0n)
    for (const read of ['unsigned', 'signed', 'unsignedOrNull', 'signedOrNull'] as const) {
      expect(() => list(1025)[read]('n')).toThrow('list.n: is an integer of 1025 bytes, more than 1024')
    }
  })

  it('nested a hundred thousand levels deep is read only as far as it is entered', () => {
    let reader = RlpReader.list(nestedLists(100_000), 'list')
    for (let level = 0; level < 10; level++) reader = reader.list('[0]')
    expect(reader.remaining()).toBe(1)
  })

  it('of 16 MiB of empty lists is counted', () => {
    const reader = RlpReader.list(encodeRlpList([new Uint8Array(1 << 24).fill(0xc0)]), 'list')
    expect(reader.remaining()).toBe(1 << 24)
    expect(() => reader.end()).toThrow(new DecodeError('list', `has ${1 << 24} items too many`))
  })
})
