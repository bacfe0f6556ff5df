import { describe, expect, it } from 'vitest'
import { asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import { hexOf, join, outcome } from './outcome.cases.ts'
import { type PrecompileRules, standardPrecompiles } from './standard.ts'

const first: PrecompileRules = { rskip137: false, rskip153: false, rskip197: false, rskip516: false }
const papyrus: PrecompileRules = { ...first, rskip137: true }
const iris: PrecompileRules = { ...papyrus, rskip153: true, rskip197: true }
const reed: PrecompileRules = { ...iris, rskip516: true }

const at = (digits: string) => asAddress(fromHex(digits.padStart(40, '0')))
const table = [
  ['1', 'ecrecover', 128],
  ['2', 'sha256', Number.POSITIVE_INFINITY],
  ['3', 'ripemd160', Number.POSITIVE_INFINITY],
  ['4', 'identity', Number.POSITIVE_INFINITY],
  ['5', 'modexp', Number.POSITIVE_INFINITY],
  ['6', 'bn128 add', 128],
  ['7', 'bn128 mul', 96],
  ['8', 'bn128 pairing', Number.POSITIVE_INFINITY],
  ['9', 'blake2f', 213],
  ['1000016', 'secp256k1 add', 128],
  ['1000017', 'secp256k1 mul', 96],
] as const
const namesUnder = (rules: PrecompileRules) =>
  table.map(([digits]) => standardPrecompiles(rules)(at(digits))?.name).filter((name) => name !== undefined)

describe('standardPrecompiles', () => {
  it.each(table)('finds at %s the precompile %s', (digits, name, maximumInput) => {
    const precompile = standardPrecompiles(reed)(at(digits))
    expect(precompile?.name).toBe(name)
    expect(precompile?.maximumInput).toBe(maximumInput)
  })

  it('activates precompiles with their RSKIPs', () => {
    const names = table.map(([, name]) => name)
    expect(namesUnder(first)).toEqual(names.slice(0, 5))
    expect(namesUnder(papyrus)).toEqual(names.slice(0, 8))
    expect(namesUnder(iris)).toEqual(names.slice(0, 9))
    expect(namesUnder(reed)).toEqual(names)
  })

  it.each([
    '0',
    'a',
    '101',
    '1000006',
    '1000015',
    '1000018',
    '16',
    '100000000001',
    `1${'0'.repeat(38)}1`,
    'f'.repeat(40),
  ])('finds no precompile at %s', (digits) => {
    expect(standardPrecompiles(reed)(at(digits))).toBeUndefined()
  })

  it.each([
    ['6', join(1n, 1n)],
    ['7', join(1n, 1n)],
    ['8', join(1n)],
  ])(
    'makes wrong bn128 input at %s fail from RSKIP197 on and give an empty output before',
    (digits, input) => {
      expect(outcome(standardPrecompiles(papyrus)(at(digits))!, input)).toBe('0x')
      expect(outcome(standardPrecompiles(iris)(at(digits))!, input)).toBe('failure')
    },
  )

  it('gives the same output for valid bn128 input before and after RSKIP197', () => {
    for (const rules of [papyrus, iris]) {
      expect(outcome(standardPrecompiles(rules)(at('6'))!, join(1n, 2n))).toBe(hexOf(1n, 2n))
    }
  })

  it('fails for invalid blake2f input before RSKIP197 too', () => {
    const rules = { ...papyrus, rskip153: true }
    expect(outcome(standardPrecompiles(rules)(at('9'))!, join())).toBe('failure')
  })
})
