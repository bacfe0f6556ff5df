import { expect, it } from 'vitest'
import { coinText } from './coinText.ts'

it.each([
  [0n, '0'],
  [1n, '0.000000000000000001'],
  [10n ** 17n, '0.1'],
  [10n ** 18n, '1'],
  [1_000_021n * 10n ** 12n, '1.000021'],
  [10n ** 30n, '1000000000000'],
])('%d wei are %s RBTC', (wei, text) => {
  expect(coinText(wei)).toBe(text)
})
