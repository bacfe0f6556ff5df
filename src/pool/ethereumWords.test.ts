import { expect, it } from 'vitest'
import { inEthereumWords } from './ethereumWords.ts'
import * as rejections from './rejection.ts'

it.each([
  [rejections.alreadyPending, 'already known'],
  [rejections.alreadyQueued, 'already known'],
  [rejections.insufficientFunds, 'insufficient funds'],
  [rejections.insufficientFundsForAll, 'insufficient funds'],
  [rejections.nonceTooLow, 'nonce too low'],
  [rejections.nonceTooHigh, 'nonce too high'],
  [rejections.replacementTooCheap, 'replacement transaction underpriced'],
  [rejections.belowIntrinsicGas, 'intrinsic gas too low'],
])('adds the phrase that ethers and viem search for to %o: "%s"', (rejection, expected) => {
  expect(inEthereumWords(rejection)).toContain(expected)
  expect(inEthereumWords(rejection)).toContain(rejection.message)
})

it('keeps the message of a rejection that Ethereum nodes do not have', () => {
  expect(inEthereumWords(rejections.quotaExceeded)).toBe('account exceeds quota')
})
