import { describe, expect, it } from 'vitest'
import { concatBytes, equalBytes } from '../../primitives/bytes.ts'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { multisigScript, push, pushNumber, scriptNumber } from './script.ts'

const hex = toHexDigits
const filled = (length: number): Uint8Array => new Uint8Array(length).fill(0xaa)

describe('pushing data', () => {
  it.each([
    [new Uint8Array(0), '00'],
    [new Uint8Array([1]), '51'],
    [new Uint8Array([16]), '60'],
    [new Uint8Array([17]), '0111'],
    [new Uint8Array([0]), '0100'],
  ])('%s is %s', (data, script) => {
    expect(hex(push(data))).toBe(script)
  })

  it.each([
    [75, '4b'],
    [76, '4c4c'],
    [255, '4cff'],
    [256, '4d0001'],
    [65_535, '4dffff'],
    [65_536, '4e00000100'],
  ])('of %i bytes begins with %s', (length, prefix) => {
    const expected = concatBytes(fromHex(prefix), filled(length))
    expect(equalBytes(push(filled(length)), expected)).toBe(true)
  })
})

describe('numbers', () => {
  it.each([
    [0, '00'],
    [1, '51'],
    [15, '5f'],
    [16, '0110'],
    [20, '0114'],
  ])('%i is pushed as %s', (value, script) => {
    expect(hex(pushNumber(value))).toBe(script)
  })

  it.each([
    [0, ''],
    [500, 'f401'],
    [52_560, '50cd00'],
    [127, '7f'],
    [128, '8000'],
  ])('%i is %s in a script', (value, bytes) => {
    expect(hex(scriptNumber(value))).toBe(bytes)
  })
})

describe('multisignature scripts', () => {
  it('sort their keys', () => {
    const [a, b] = [new Uint8Array(33).fill(2), new Uint8Array(33).fill(3)]
    expect(multisigScript(1, [b, a])).toEqual(multisigScript(1, [a, b]))
    expect(hex(multisigScript(1, [b, a]))).toBe(`5121${hex(a)}21${hex(b)}52ae`)
  })
})
