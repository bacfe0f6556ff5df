import { describe, expect, it } from 'vitest'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import { mainnet, regtest, testnet } from '../networks/definitions.ts'
import { decodeEdges, encodeEdges, encodeHeader } from './encode.ts'
import type { HeaderFields } from './header.ts'
import { headerFields } from './headerFields.cases.ts'

function items(header: HeaderFields): string[] {
  const reader = RlpReader.list(encodeHeader(header), 'header')
  const found: string[] = []
  while (!reader.done) found.push(toHexDigits(reader.encoded(`[${found.length}]`)))
  return found
}

describe('the items of an encoded header', () => {
  it('are sixteen in the first blocks', () => {
    expect(items(headerFields(mainnet, 1))).toHaveLength(16)
  })

  it('end with an empty ummRoot, the version, edges and base event on the local chain', () => {
    const header = headerFields(regtest, 20, { edges: [1, 2], baseEvent: fromHex('abcd') })
    expect(items(header).slice(13)).toEqual(['80', '00', '80', '80', '02', '8401000200', '82abcd'])
    expect(items(headerFields(regtest, 20)).slice(16)).toEqual(['80', '02', '80', '80'])
  })

  it('have no base event in version 1', () => {
    expect(items(headerFields(testnet, 7_200_000, { edges: [3] })).slice(16)).toEqual(['80', '01', '820300'])
  })

  it('end with the three Bitcoin fields when mined', () => {
    const mergedMining = { header: fromHex('aa'), merkleProof: fromHex('bb'), coinbase: fromHex('cc') }
    expect(items(headerFields(mainnet, 1, { mergedMining })).slice(16)).toEqual(['81aa', '81bb', '81cc'])
  })

  it.each([
    // Position of the item, changed field, encoded item.
    [7, { difficulty: 0n }, '00'],
    [7, { difficulty: 128n }, '820080'],
    [8, { number: 0 }, '80'],
    [9, { gasLimit: fromHex('00989680') }, '8400989680'],
    [9, { gasLimit: fromHex('989680') }, '83989680'],
    [10, { gasUsed: 0 }, '80'],
    [13, { paidFees: 128n }, '8180'],
    [14, { minimumGasPrice: 0n }, '00'],
    [14, { minimumGasPrice: null }, '80'],
    [14, { minimumGasPrice: 255n }, '8200ff'],
    [15, { uncleCount: 0 }, '80'],
  ])('number %i of %o is %s', (index, change, expected) => {
    expect(items(headerFields(mainnet, 1, change))[index]).toBe(expected)
  })
})

describe('edges', () => {
  it.each([
    [[], ''],
    [[1, 2], '01000200'],
    [[258], '0201'],
    [[-1], 'ffff'],
    [[32_767], 'ff7f'],
  ])('%o are %j: little-endian', (edges, expected) => {
    expect(toHexDigits(encodeEdges(edges))).toBe(expected)
    expect(decodeEdges(fromHex(expected))).toEqual(edges)
  })

  it('are read without an odd last byte', () => {
    expect(decodeEdges(fromHex('010002'))).toEqual([1])
  })
})
