import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../primitives/hex.ts'
import { RpcError } from '../errors/errors.ts'
import { address } from './address.ts'
import { bareHex, bareHexList } from './bareHex.ts'
import { callObject } from './callObject.ts'
import { data, dataOf, prefixedData, privateKey } from './data.ts'
import { blockHash, topic } from './hash.ts'
import { logFilter } from './logFilter.ts'
import { type Codec, optional, required } from './parameter.ts'
import { duration, filterId, index, quantity, seconds } from './quantity.ts'
import { boolean, listOf, text } from './text.ts'

const account = '7986b3df570230288501eea3d890bd66948c9b79'

function messageOf(decode: () => unknown): string {
  try {
    decode()
  } catch (error) {
    if (error instanceof RpcError) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

const refusal = (codec: Codec<unknown>, value: unknown): string => messageOf(() => codec.decode(value))

describe('an address', () => {
  it.each([`0x${account}`, account, `0x${account.toUpperCase()}`])('is read from %s', (text) => {
    expect(toHex(address.decode(text))).toBe(`0x${account}`)
  })

  it('may lack one leading zero', () => {
    expect(toHex(address.decode(`0x${'1'.repeat(39)}`))).toBe(`0x0${'1'.repeat(39)}`)
  })

  it.each(['', '0x', 5, {}, [account], `0x${account}00`])('is not %j, by its length', (value) => {
    expect(refusal(address, value)).toBe('Invalid address: null, empty or invalid hex value.')
  })

  it.each([`0X${account}`, `0x${'1'.repeat(38)}`, `${account}ab`, 'z'.repeat(40)])(
    'is not %j, by its form',
    (value) => {
      expect(refusal(address, value)).toBe('Invalid address format: invalid hex value.')
    },
  )
})

describe('a hash', () => {
  const digits = 'ab'.repeat(32)

  it('has 32 bytes, with or without a prefix and a leading zero', () => {
    expect(toHex(blockHash.decode(digits))).toBe(`0x${digits}`)
    expect(toHex(blockHash.decode(`0x${digits.toUpperCase()}`))).toBe(`0x${digits}`)
    expect(toHex(blockHash.decode(`0x${digits.slice(1)}`))).toBe(`0x0${digits.slice(1)}`)
  })

  it('is refused under its own name', () => {
    expect(refusal(blockHash, '0x12')).toBe('Invalid block hash: incorrect length.')
    expect(refusal(topic, `0x${digits.slice(2)}`)).toBe('Invalid topic: incorrect length.')
    expect(refusal(topic, `0xzz${digits.slice(2)}`)).toBe('Invalid topic format: invalid hex value')
  })
})

describe('a number', () => {
  it.each([
    ['0x1F', 31n],
    ['0x', 0n],
    ['0x0001', 1n],
    ['12', 12n],
    [21000, 21000n],
  ])('is read from %j', (value, expected) => {
    expect(quantity.decode(value)).toBe(expected)
  })

  it.each(['xyz', '0XAB', 1.5, '-5', '-0x1', {}])('is not %j', (value) => {
    expect(refusal(quantity, value)).toMatch(
      /^Invalid param .*: value must be a valid hex or string number\.$/,
    )
  })

  it('needs the prefix for its letters', () => {
    expect(refusal(quantity, 'ab')).toBe(
      'Number values should not contain letters or hex values should start with 0x.',
    )
  })

  it('has at most 66 characters', () => {
    expect(refusal(quantity, `0x${'f'.repeat(65)}`)).toBe(`Invalid param: 0x${'f'.repeat(64)}...`)
  })
})

describe('an index', () => {
  it('is hex in lower case', () => {
    expect(index.decode('0x0a')).toBe(10)
    expect(refusal(index, '0xA')).toBe('Invalid argument "0xA": param should be a hex value string.')
    expect(refusal(index, 0)).toBe('Invalid argument "0": param should be a hex value string.')
  })

  it.each(['', '0x', '0xffffffff'])('is not %j', (value) => {
    expect(refusal(index, value)).toBe('Invalid index param: value must be a valid hex number.')
  })

  it('of milliseconds is the default for empty text', () => {
    expect(duration.decode('')).toBeUndefined()
    expect(duration.decode('0xffffffff')).toBe(0xffffffff)
    expect(refusal(duration, '0x')).toBe('Invalid duration param: value must be a valid hex number.')
  })
})

describe('data', () => {
  it('may lack prefix and leading zero', () => {
    expect(toHex(data.decode('abc'))).toBe('0x0abc')
    expect(toHex(data.decode(''))).toBe('0x')
    expect(toHex(data.decode(12))).toBe('0x12')
    expect(refusal(data, '0x1z')).toBe('Invalid data format: invalid hex value.')
  })

  it('to hash needs prefix and digits', () => {
    expect(toHex(prefixedData.decode('0xabc'))).toBe('0x0abc')
    for (const value of ['0x', 'abc', '0X12', 5, {}]) {
      expect(refusal(prefixedData, value)).toBe("Parameter must be hexadecimal encoded with the '0x' prefix.")
    }
  })

  it('of a private key has whole bytes, and messages do not repeat a possible key', () => {
    expect(privateKey.decode('0x1234')).toHaveLength(2)
    expect(refusal(privateKey, '0xzz')).toBe('Invalid param 0xzz: value must be a valid hex.')
    expect(refusal(privateKey, '0x123')).not.toContain('123')
  })

  it('of a fixed size is padded and bounded', () => {
    expect(toHex(dataOf(4).decode('0x1'))).toBe('0x00000001')
    expect(refusal(dataOf(4), '0x1122334455')).toContain('want at most 4')
  })

  it('of mining software has no prefix', () => {
    expect(toHex(bareHex.decode('00fF'))).toBe('0x00ff')
    expect(refusal(bareHex, '0x00')).toBe('invalid argument: expected whole bytes in hex without 0x')
    expect(bareHexList.decode(' 00\n01  02').map(toHex)).toEqual(['0x00', '0x01', '0x02'])
    expect(bareHexList.decode('')).toEqual([])
  })

  it('survives being written as hex', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(data.decode(toHex(bytes))).toEqual(bytes)
      }),
    )
  })
})

describe('plain values', () => {
  it.each([
    [true, true],
    ['True', true],
    ['FALSE', false],
    ['', false],
    [1, true],
    [0, false],
  ])('%j is a flag', (value, expected) => {
    expect(boolean.decode(value)).toBe(expected)
  })

  it.each(['yes', {}, [], 1.5])('%j is not a boolean', (value) => {
    expect(refusal(boolean, value)).toBe('JSON parse error')
  })

  it('text is also read from numbers and booleans', () => {
    expect(text.decode(5)).toBe('5')
    expect(refusal(text, {})).toBe('JSON parse error')
  })

  it('a list is bounded', () => {
    expect(listOf(quantity, 'keys', 2).decode(['0x1', 2])).toEqual([1n, 2n])
    expect(refusal(listOf(quantity, 'keys', 2), [1, 2, 3])).toContain('more than 2 keys')
    expect(refusal(listOf(quantity, 'keys', 2), 'x')).toContain('expected an array')
  })

  it('seconds are whole and may be negative', () => {
    expect(['0x10', '10', 10, '-3'].map((value) => seconds.decode(value))).toEqual([16, 10, 10, -3])
    expect(refusal(seconds, '1.5')).toBe('invalid number of seconds 1.5')
    expect(refusal(seconds, '0xffffffffffffffffff')).toBe('invalid number of seconds 0xffffffffffffffffff')
  })

  it('a filter id is the same with any prefix, case and leading zeros', () => {
    expect(['0x0aB', 'ab', '0xab'].map((value) => filterId.decode(value))).toEqual(['0xab', '0xab', '0xab'])
  })
})

describe('a parameter', () => {
  it('that is required is named in the error when it is missing', () => {
    const parameter = required('address', address)
    expect(messageOf(() => parameter.decode(undefined, 0))).toContain('argument 0 (address)')
    expect(messageOf(() => parameter.decode(null, 0))).toContain('argument 0 (address)')
  })

  it('may have a message of its own for null', () => {
    expect(messageOf(() => required('seed', text, 'Seed is null').decode(null, 0))).toBe('Seed is null')
  })

  it('that is optional may be null or left out', () => {
    const parameter = optional('flag', boolean, 'fallback')
    expect([undefined, null, true].map((value) => parameter.decode(value, 0))).toEqual([
      'fallback',
      'fallback',
      true,
    ])
  })
})

describe('a call object', () => {
  it('reads its members and ignores others', () => {
    const call = callObject.decode({ from: account, gas: '0x10', value: 5, data: '0x01', type: '0x2' })
    expect(call).toMatchObject({ gas: 16n, value: 5n, to: null, gasPrice: undefined })
    expect(toHex(call.from!)).toBe(`0x${account}`)
    expect(toHex(call.data)).toBe('0x01')
  })

  it('prefers input to data, and reads empty numbers and null as left out', () => {
    const call = callObject.decode({ data: '0x01', input: '0x02', gas: '', to: null })
    expect(toHex(call.data)).toBe('0x02')
    expect(call).toMatchObject({ gas: undefined, to: null })
  })

  it('keeps the text of a chain id', () => {
    expect(callObject.decode({ chainId: '0x021' }).chainId).toEqual({ value: 33n, text: '0x021' })
  })

  it('is empty for a value that is not an object', () => {
    expect(callObject.decode('foo')).toEqual(callObject.decode({}))
  })

  it('reports its first wrong member', () => {
    expect(refusal(callObject, { to: '0x', value: 'z' })).toBe(
      'Invalid address: null, empty or invalid hex value.',
    )
  })
})

const noDecimals = 'invalid argument: bounds of a log query are not decimal: write the number as 0x…'

describe('a log filter', () => {
  const hash = `0x${'ab'.repeat(32)}`

  it('matches every log of the latest block by default', () => {
    expect(logFilter.decode({})).toMatchObject({
      addresses: [],
      topics: [],
      blockHash: undefined,
      fromBlock: { selector: 'latest' },
      toBlock: { selector: 'latest' },
    })
    expect(logFilter.decode('x')).toEqual(logFilter.decode({}))
  })

  it('reads topics with alternatives and gaps', () => {
    const { topics } = logFilter.decode({ topics: [null, [hash, null], [], [null], hash].slice(0, 4) })
    expect(topics.map((alternatives) => alternatives.map(toHex))).toEqual([[], [hash], [], []])
    expect(logFilter.decode({ topics: hash }).topics).toHaveLength(1)
  })

  it('accepts one address or several', () => {
    expect(logFilter.decode({ address: account }).addresses).toHaveLength(1)
    expect(logFilter.decode({ address: [account, account] }).addresses).toHaveLength(2)
    expect(logFilter.decode({ address: null, topics: null })).toEqual(logFilter.decode({}))
  })

  it('names either a range or a block', () => {
    expect(refusal(logFilter, { blockHash: hash, toBlock: '0x1' })).toBe(
      'Cannot specify both blockHash and fromBlock/toBlock',
    )
    expect(logFilter.decode({ blockHash: hash }).blockHash).toHaveLength(32)
  })

  it('takes tags in any letter case', () => {
    expect(logFilter.decode({ fromBlock: 'Earliest' })).toMatchObject({ fromBlock: { selector: 'earliest' } })
  })

  it.each([
    [{ fromBlock: null }, "Invalid block identifier 'null'"],
    [{ fromBlock: {} }, 'Invalid block identifier: empty or null.'],
    [{ fromBlock: '4' }, noDecimals],
    [{ toBlock: 4 }, noDecimals],
    [{ fromBlock: hash }, 'invalid argument: the block number has more than 63 bits'],
    [{ topics: ['0x12'] }, 'Invalid topic: incorrect length.'],
    [{ topics: [[[hash]]] }, 'Invalid topic: incorrect length.'],
  ])('%j is refused', (filter, message) => {
    expect(refusal(logFilter, filter)).toBe(message)
  })

  it('is bounded', () => {
    expect(refusal(logFilter, { address: new Array(1001).fill(account) })).toContain('1000 addresses')
    expect(refusal(logFilter, { topics: new Array(5).fill(null) })).toContain('4 topic positions')
    expect(refusal(logFilter, { topics: [new Array(1001).fill(hash)] })).toContain('1000 topics')
  })
})

it('every codec returns a value or throws an error of the catalogue for any input', () => {
  const codecs: Codec<unknown>[] = [
    address,
    blockHash,
    quantity,
    index,
    duration,
    data,
    prefixedData,
    privateKey,
    boolean,
    text,
    seconds,
    filterId,
    callObject,
    logFilter,
    bareHex,
    bareHexList,
  ]
  fc.assert(
    fc.property(fc.constantFrom(...codecs), fc.jsonValue(), (codec, value) => {
      if (value === null) return
      try {
        codec.decode(value)
      } catch (error) {
        expect(error).toBeInstanceOf(RpcError)
      }
    }),
    { numRuns: 1000 },
  )
})
