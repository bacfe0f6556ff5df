import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keccak256 } from '../../crypto/keccak256.ts'
import { toHex } from '../../primitives/hex.ts'
import { encodeType, readStructTypes } from './structTypes.ts'
import { mail } from './typedData.cases.ts'
import { typedDataHash } from './typedDataHash.ts'

const hashOf = (data: unknown): string => toHex(typedDataHash(data))

describe('the example of EIP-712', () => {
  it('has the type and the hash of the specification', () => {
    expect(encodeType('Mail', readStructTypes(mail.types))).toBe(
      'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    )
    expect(hashOf(mail)).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })

  it('has the same hash when the type of its domain is left out', () => {
    const { EIP712Domain: _, ...types } = mail.types
    expect(hashOf({ ...mail, types })).toBe(hashOf(mail))
  })

  it('is hashed as its domain alone when that is the primary type', () => {
    const separator = TypedDataEncoder.hashDomain(mail.domain).slice(2)
    const expected = toHex(keccak256(Buffer.from(`1901${separator}`, 'hex')))
    expect(hashOf({ ...mail, primaryType: 'EIP712Domain', message: undefined })).toBe(expected)
  })
})

const names = ['Alpha', 'beta', '_Gamma', '$d3']

type Fields = { name: string; type: string }[]

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => toHex(bytes))

const widths = fc.integer({ min: 1, max: 32 })
const atomicTypes = fc.oneof(
  fc.constantFrom('address', 'bool', 'bytes', 'string'),
  widths.map((bytes) => `bytes${bytes}`),
  widths.map((bytes) => `uint${8 * bytes}`),
  widths.map((bytes) => `int${8 * bytes}`),
)
const brackets = fc
  .array(fc.constantFrom('[]', '[1]', '[2]', '[3]'), { maxLength: 2 })
  .map((all) => all.join(''))

/** Structs that each contain the next, among fields of any type. */
const structs: fc.Arbitrary<Record<string, Fields>> = fc
  .array(fc.array(fc.tuple(atomicTypes, brackets), { maxLength: 4 }), { minLength: 1, maxLength: 4 })
  .chain((fieldLists) =>
    fc.tuple(
      fc.constant(fieldLists),
      fc.array(brackets, { minLength: 4, maxLength: 4 }),
      fc.shuffledSubarray(names, { minLength: 4 }),
    ),
  )
  .map(([fieldLists, nested, structNames]) =>
    Object.fromEntries(
      fieldLists.map((fields, index) => {
        const inner = index + 1 < fieldLists.length ? [`${structNames[index + 1]}${nested[index]}`] : []
        const types = [...inner, ...fields.map(([type, suffix]) => type + suffix)]
        return [structNames[index]!, types.map((type, position) => ({ name: `field${position}`, type }))]
      }),
    ),
  )

/** Values of a type, in every JSON form. */
function valuesOf(type: string, types: Record<string, Fields>): fc.Arbitrary<unknown> {
  const array = /^(.*)\[(\d*)\]$/.exec(type)
  if (array !== null) {
    const length = array[2] === '' ? {} : { minLength: Number(array[2]), maxLength: Number(array[2]) }
    return fc.array(valuesOf(array[1]!, types), { maxLength: 3, ...length })
  }
  const fields = types[type]
  if (fields !== undefined)
    return fc.record(Object.fromEntries(fields.map(({ name, type }) => [name, valuesOf(type, types)])))
  const [, prefix, width = ''] = /^([a-z]+)(\d*)$/.exec(type)!
  if (prefix === 'uint') return integers(0n, 2n ** BigInt(width) - 1n)
  if (prefix === 'int') return integers(-(2n ** (BigInt(width) - 1n)), 2n ** (BigInt(width) - 1n) - 1n)
  if (type === 'address') return hex(20)
  if (type === 'bool') return fc.boolean()
  if (type === 'string') return fc.string({ unit: 'grapheme' })
  return width === '' ? fc.uint8Array({ maxLength: 70 }).map((bytes) => toHex(bytes)) : hex(Number(width))
}

const integers = (min: bigint, max: bigint): fc.Arbitrary<unknown> =>
  fc.bigInt({ min, max }).chain((value) => fc.constantFrom(...writings(value)))

function writings(value: bigint): unknown[] {
  const texts = value < 0n ? [`${value}`] : [`${value}`, `0x${value.toString(16)}`]
  return Number.isSafeInteger(Number(value)) ? [...texts, Number(value)] : texts
}

const domains = fc.record(
  {
    name: fc.string(),
    version: fc.string(),
    chainId: fc.nat(),
    verifyingContract: hex(20),
    salt: hex(32),
  },
  { requiredKeys: [] },
)

const messages = structs.chain((types) => {
  const primaryType = Object.keys(types)[0]!
  const message = valuesOf(primaryType, types)
  return fc.record({
    types: fc.constant(types),
    primaryType: fc.constant(primaryType),
    domain: domains,
    message,
  })
})

describe('typed data', () => {
  it('has the hash that ethers computes', () => {
    fc.assert(
      fc.property(messages, (data) => {
        const { domain, types, message } = data
        expect(hashOf(data)).toBe(TypedDataEncoder.hash(domain, types, Object(message)))
        const payload = TypedDataEncoder.getPayload(domain, types, Object(message))
        expect(hashOf(JSON.parse(JSON.stringify(payload)))).toBe(hashOf(data))
      }),
      { numRuns: 100 },
    )
  })

  it('of any other shape is refused with a `DecodeError`', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
        const shapes = [first, { ...mail, types: first }, { ...mail, domain: first, types: second }]
        for (const shape of shapes) expect(() => hashOf(shape)).toThrow(/^[\w$. [\]]+: /)
      }),
    )
  })
})
