import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signHash } from '../../crypto/secp256k1.ts'
import { concatBytes, emptyBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { fromHex, toHex } from '../../primitives/hex.ts'
import { encodeRlp, type RlpValue } from '../../primitives/rlp/encode.ts'
import { decodeBodyItem, decodeTransaction, hashOfBodyItem } from './decode.ts'

const key = fromHex(`0x${'11'.repeat(32)}`)
const address = fromHex(`0x${'22'.repeat(20)}`)
const word = fromHex(`0x${'33'.repeat(32)}`)
const byte = (...bytes: number[]): Uint8Array => Uint8Array.of(...bytes)

const authorization = [byte(33), address, byte(0), emptyBytes, byte(1), byte(1)]
const fields: Record<string, RlpValue[]> = {
  '01': [byte(33), emptyBytes, byte(7), byte(0x52, 0x08), address, byte(5), emptyBytes, []],
  '02': [byte(33), emptyBytes, byte(7), byte(9), byte(0x52, 0x08), address, byte(5), emptyBytes, []],
  '04': [
    byte(33),
    emptyBytes,
    byte(7),
    byte(9),
    byte(0x52, 0x08),
    address,
    byte(5),
    emptyBytes,
    [],
    [authorization],
  ],
}
const signature: RlpValue[] = [byte(1), word, byte(0x12)]
const listOf = (type: string): RlpValue[] => [...fields[type]!, ...signature]
const envelope = (type: string, list: readonly RlpValue[] = listOf(type)): Uint8Array =>
  concatBytes(fromHex(`0x${type}`), encodeRlp(list))

describe.each(['01', '02', '04'])('a transaction of type %s', (type) => {
  it('encodes to the bytes it was decoded from, as a string in a body', () => {
    const transaction = decodeTransaction(envelope(type))
    expect(toHex(transaction.encoded)).toBe(toHex(envelope(type)))
    expect(toHex(transaction.inBody)).toBe(toHex(encodeRlp(envelope(type))))
    expect(decodeBodyItem(transaction.inBody).hash).toEqual(transaction.hash)
    expect(hashOfBodyItem(transaction.inBody)).toEqual(transaction.hash)
  })

  it('has the sender that signed prefix and fields', () => {
    const unsigned = decodeTransaction(envelope(type))
    const { compact, recovery } = signHash(unsigned.signingHash, key)
    const signed = [
      ...fields[type]!,
      recovery === 0 ? emptyBytes : byte(1),
      compact.slice(0, 32),
      compact.slice(32),
    ]
    expect(toHex(decodeTransaction(envelope(type, signed)).sender!)).toBe(
      '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
    )
  })

  it('keeps the bytes of nonce, gas limit and access list, and encodes other numbers again', () => {
    const list = listOf(type)
    list[1] = byte(0, 3)
    const gasPosition = type === '01' ? 3 : 4
    list[gasPosition] = byte(0)
    list[2] = byte(0, 7)
    const transaction = decodeTransaction(envelope(type, list))
    expect([toHex(transaction.nonce), toHex(transaction.gasLimit)]).toEqual(['0x0003', '0x00'])
    const written = [...list]
    written[2] = byte(7)
    expect(toHex(transaction.encoded)).toBe(toHex(envelope(type, written)))
  })

  it.each([
    ['another number of fields', (list: RlpValue[]) => list.slice(1)],
    ['no chain', (list: RlpValue[]) => [emptyBytes, ...list.slice(1)]],
    ['a chain above 255', (list: RlpValue[]) => [byte(1, 0), ...list.slice(1)]],
    ['a parity of 2', (list: RlpValue[]) => [...list.slice(0, -3), byte(2), ...list.slice(-2)]],
    ['half of a signature', (list: RlpValue[]) => [...list.slice(0, -1), emptyBytes]],
    [
      'a receiver of 19 bytes',
      (list: RlpValue[]) => list.map((item) => (item === address ? address.slice(1) : item)),
    ],
    [
      'an access list with another form',
      (list: RlpValue[]) =>
        list.map((item) => (Array.isArray(item) && item.length === 0 ? [[address]] : item)),
    ],
    [
      'a value of 2^255',
      (list: RlpValue[]) =>
        list.map((item) =>
          item instanceof Uint8Array && item[0] === 5 ? concatBytes(byte(0x80), new Uint8Array(31)) : item,
        ),
    ],
  ])('is refused with %s', (_, change) => {
    expect(() => decodeTransaction(envelope(type, change(listOf(type))))).toThrow(DecodeError)
  })

  it('is decoded or refused, whatever bytes are changed', () => {
    const bytes = envelope(type)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (position, value) => {
        const changed = bytes.slice()
        changed[position] = value
        try {
          const transaction = decodeTransaction(changed)
          expect(decodeTransaction(transaction.encoded).hash).toEqual(transaction.hash)
        } catch (error) {
          expect(error).toBeInstanceOf(DecodeError)
        }
      }),
    )
  })
})

describe('fees of types 2 and 4', () => {
  it.each(['02', '04'])('of type %s: the sender pays the priority fee', (type) => {
    expect(decodeTransaction(envelope(type)).gasPriceValue).toBe(7n)
  })

  it.each(['02', '04'])(
    'of type %s are refused when the priority fee is higher, or one is not written',
    (type) => {
      for (const [priority, maximum] of [
        [byte(9), byte(8)],
        [emptyBytes, byte(8)],
        [byte(0), emptyBytes],
      ]) {
        const list = listOf(type)
        list.splice(2, 2, priority!, maximum!)
        expect(() => decodeTransaction(envelope(type, list))).toThrow(DecodeError)
      }
    },
  )
})

describe('a transaction of type 4', () => {
  const withList = (list: RlpValue): Uint8Array => envelope('04', listOf('04').with(9, list))

  it.each<[string, RlpValue]>([
    ['an empty list', []],
    ['a string', byte(1)],
    ['five fields', [authorization.slice(1)]],
    ['a short address', [authorization.with(1, address.slice(1))]],
    ['a nonce of 2^64 - 1', [authorization.with(2, new Uint8Array(8).fill(255))]],
    ['a parity of 2', [authorization.with(3, byte(2))]],
    ['a zero r', [authorization.with(4, byte(0))]],
    ['a high s', [authorization.with(5, new Uint8Array(32).fill(255))]],
  ])('is refused when its authorizations have %s', (_, list) => {
    expect(() => decodeTransaction(withList(list))).toThrow(DecodeError)
  })

  it('is refused without a receiver, and with a signature out of range', () => {
    expect(() => decodeTransaction(envelope('04', listOf('04').with(5, emptyBytes)))).toThrow('destination')
    const high = new Uint8Array(32).fill(255)
    expect(() => decodeTransaction(envelope('04', [...fields['04']!, byte(1), word, high]))).toThrow(
      'signature',
    )
  })
})

describe("a transaction of Rootstock's namespace", () => {
  const legacy = [emptyBytes, byte(7), byte(0x52, 0x08), address, byte(5), emptyBytes]
  const wrapped = (v: number): Uint8Array =>
    concatBytes(byte(2, 3), encodeRlp([...legacy, byte(v), word, byte(0x12)]))

  it('is a legacy list after two bytes', () => {
    const transaction = decodeTransaction(wrapped(101))
    expect([transaction.chainId, transaction.gasPriceValue, toHex(transaction.prefix)]).toEqual([
      33,
      7n,
      '0x0203',
    ])
    expect(toHex(transaction.encoded)).toBe(toHex(wrapped(101)))
  })

  it('signs its prefix only with a chain', () => {
    const plain = (v: number) => decodeTransaction(wrapped(v).subarray(2))
    expect(decodeTransaction(wrapped(27)).signingHash).toEqual(plain(27).signingHash)
    expect(decodeTransaction(wrapped(101)).signingHash).not.toEqual(plain(101).signingHash)
  })
})
