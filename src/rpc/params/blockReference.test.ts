import { describe, expect, it } from 'vitest'
import { asHash } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import {
  blockIdentifier,
  blockReference,
  callBlockReference,
  estimateBlockReference,
  headerIdentifier,
  minedBlockIdentifier,
} from './blockReference.ts'
import type { Codec } from './parameter.ts'

const hash = `0x${'ab'.repeat(32)}`
const hashBytes = asHash(fromHex(hash))
const refusal = (codec: Codec<unknown>, value: unknown) => expect(() => codec.decode(value))

describe('the block of a state query', () => {
  it.each([
    ['latest', 'latest'],
    ['pending', 'pending'],
    ['safe', 'safe'],
    ['finalized', 'finalized'],
    ['0x1f', 31],
    [hash, hashBytes],
    [hash.toUpperCase().replace('0X', '0x'), hashBytes],
    [{ blockNumber: '0x1f' }, 31],
    [{ blockNumber: 31 }, 31],
    [{ blockHash: hash, blockNumber: '0x1' }, hashBytes],
  ])('is read from %j', (value, selector) => {
    expect(blockReference.decode(value)).toMatchObject({ selector })
  })

  it.each([true, 'TRUE'])('may have to be canonical (%j)', (requireCanonical) => {
    expect(blockReference.decode({ blockHash: hash, requireCanonical })).toMatchObject({
      requireCanonical: true,
      isHashObject: true,
    })
  })

  it.each([
    ['LATEST', "Invalid block identifier 'LATEST'"],
    ['', "Invalid block identifier ''"],
    ['0x', "Invalid block identifier '0x'"],
    ['0X1', "Invalid block identifier '0X1'"],
    ['10', 'invalid blocknumber 10'],
    [10, 'Invalid input'],
    [[], 'Invalid input'],
    [{}, 'Invalid block input'],
    [{ blockNumber: null }, 'Invalid param: null'],
    [{ blockNumber: 'latest' }, 'Invalid param latest: value must be a valid hex or string number.'],
    [{ blockNumber: '10' }, 'invalid blocknumber 10'],
    [{ blockHash: '0x12' }, 'Invalid block hash: incorrect length.'],
    [
      { blockHash: hash, requireCanonical: 'x' },
      'Invalid input: requireCanonical must be a String "true" or "false"',
    ],
    [`0x${'f'.repeat(80)}`, `invalid block identifier 0x${'f'.repeat(64)}...`],
  ])('is not %j', (value, message) => {
    refusal(blockReference, value).toThrow(message)
  })

  it('above 2^53 is a number that no block has', () => {
    expect(Number.isSafeInteger(blockReference.decode('0x10000000000000000').selector)).toBe(false)
  })
})

describe('the block of a call', () => {
  it.each([
    ['10', 10],
    ['safe', 'safe'],
    ['0x7fffffffffffffff', 2 ** 63],
    [hash, hashBytes],
    [{ blockNumber: '10' }, 10],
    [{ blockHash: hash }, hashBytes],
  ])('is read from %j', (value, selector) => {
    expect(callBlockReference.decode(value)).toMatchObject({ selector })
  })

  it.each([
    [10, 'Invalid input'],
    ['LATEST', "Invalid block identifier 'LATEST'"],
    ['0x8000000000000000', 'invalid argument: the block number has more than 63 bits'],
    [`0x${'0'.repeat(80)}1`, 'invalid argument: the block number has more than 63 bits'],
  ])('is not %j', (value, message) => {
    refusal(callBlockReference, value).toThrow(message)
  })
})

describe('the block of an estimate', () => {
  it.each([
    [10, 10],
    ['10', 10],
    ['0xa', 10],
    ['pending', 'pending'],
  ])('is read from %j', (value, selector) => {
    expect(estimateBlockReference.decode(value)).toMatchObject({ selector })
  })

  it.each([
    ['', 'Invalid block identifier: empty or null.'],
    [true, "Invalid block identifier 'true'"],
    [{ blockNumber: '0x1' }, "Invalid block identifier '{'"],
    [
      'Latest',
      "Unsupported block specifier 'Latest'. Can only be either 'earliest', 'latest', 'pending' or a specific block number (either hex - prepending '0x' or decimal).",
    ],
    [hash, 'invalid argument: the block number has more than 63 bits'],
  ])('is not %j', (value, message) => {
    refusal(estimateBlockReference, value).toThrow(message)
  })

  it('has the forms of the block of a call on a development chain', () => {
    expect(estimateBlockReference.decode({ blockNumber: '0x1' }, true)).toMatchObject({ selector: 1 })
    expect(estimateBlockReference.decode(hash, true)).toEqual(callBlockReference.decode(hash))
    expect(estimateBlockReference.decode({ blockHash: hash }, true)).toMatchObject({ isHashObject: true })
  })
})

describe('the block of a lookup', () => {
  it.each([
    ['foo', "Invalid block identifier 'foo'"],
    ['Latest', 'invalid blocknumber Latest'],
    ['5', 'invalid blocknumber 5'],
    [5, 'invalid blocknumber 5'],
    ['', 'Invalid block identifier: empty or null.'],
    [{ blockNumber: '0x1' }, "Invalid block identifier '{'"],
  ])('is not %j', (value, message) => {
    refusal(blockIdentifier, value).toThrow(message)
  })

  it('is pending only for methods that support it', () => {
    expect(blockIdentifier.decode('pending')).toMatchObject({ selector: 'pending' })
    refusal(minedBlockIdentifier, 'pending').toThrow("The method don't support 'pending' as a parameter yet")
  })

  it('has one error message for raw headers', () => {
    refusal(headerIdentifier, 'foo').toThrow('invalid blocknumber foo')
    refusal(headerIdentifier, {}).toThrow('JSON parse error')
    expect(headerIdentifier.decode('0x1')).toMatchObject({ selector: 1 })
  })
})
