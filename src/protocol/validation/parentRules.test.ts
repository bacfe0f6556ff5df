import { describe, expect, it } from 'vitest'
import { signedBytes, unsignedBytes } from '../../primitives/integers.ts'
import { sealHeader } from '../headers/hashes.ts'
import type { HeaderFields } from '../headers/header.ts'
import { headerFields } from '../headers/headerFields.cases.ts'
import { mainnet } from '../networks/definitions.ts'
import { parentRejection } from './parentRules.ts'

const number = 3_000_000
const parentDifficulty = 10n ** 18n
const parent = sealHeader(
  headerFields(mainnet, number - 1, { difficulty: parentDifficulty, minimumGasPrice: 1000n }),
  mainnet,
)
const valid = headerFields(mainnet, number, {
  timestamp: parent.timestamp + 14,
  difficulty: parentDifficulty,
  minimumGasPrice: 1000n,
})

const reasonOf = (change: Partial<HeaderFields>): string | undefined =>
  parentRejection({ ...valid, ...change }, parent, mainnet)?.reason

describe('the rules between a header and its parent', () => {
  it.each<[string, Partial<HeaderFields>]>([
    ['the parent’s values', {}],
    ['the lowest minimum gas price', { minimumGasPrice: 990n }],
    ['the highest minimum gas price', { minimumGasPrice: 1010n }],
    ['the lowest gas limit', { gasLimit: signedBytes(6_793_359n) }],
    ['the highest gas limit', { gasLimit: unsignedBytes(6_806_640n) }],
    [
      'an earlier block and more difficulty',
      { timestamp: parent.timestamp + 13, difficulty: (parentDifficulty * 401n) / 400n },
    ],
    [
      'a later block and less difficulty',
      { timestamp: parent.timestamp + 15, difficulty: (parentDifficulty * 399n) / 400n },
    ],
    ['a time before the parent’s', { timestamp: parent.timestamp - 1 }],
  ])('accept %s', (_name, change) => {
    expect(reasonOf(change)).toBeUndefined()
  })

  it.each<[string, Partial<HeaderFields>, string]>([
    ['no minimum gas price', { minimumGasPrice: null }, 'minimum-gas-price-range'],
    ['a negative minimum gas price', { minimumGasPrice: -1n }, 'minimum-gas-price-range'],
    ['a minimum gas price below the range', { minimumGasPrice: 989n }, 'minimum-gas-price-range'],
    ['a minimum gas price above the range', { minimumGasPrice: 1011n }, 'minimum-gas-price-range'],
    ['the parent’s number', { number: number - 1 }, 'block-number'],
    ['a number left out', { number: number + 1 }, 'block-number'],
    ['a difficulty one too low', { difficulty: parentDifficulty - 1n }, 'difficulty'],
    ['a difficulty one too high', { difficulty: parentDifficulty + 1n }, 'difficulty'],
    ['the parent’s difficulty after another time', { timestamp: parent.timestamp + 13 }, 'difficulty'],
    ['a gas limit below the range', { gasLimit: signedBytes(6_793_358n) }, 'gas-limit-range'],
    ['a gas limit above the range', { gasLimit: signedBytes(6_806_641n) }, 'gas-limit-range'],
  ])('reject %s', (_name, change, reason) => {
    expect(reasonOf(change)).toBe(reason)
  })

  it('report the values found', () => {
    expect(parentRejection({ ...valid, number: 7 }, parent, mainnet)).toEqual({
      reason: 'block-number',
      detail: '7 does not follow 2999999',
    })
  })
})
