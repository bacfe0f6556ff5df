import { expect, it } from 'vitest'
import { inEthereumWords } from './ethereumWords.ts'
import * as rejections from './rejection.ts'

/** What ethers and viem search messages for. */
it.each([
  [rejections.alreadyPending, 'already known'],
  [rejections.alreadyQueued, 'already known'],
  [rejections.insufficientFunds, 'insufficient funds'],
  [rejections.insufficientFundsForAll, 'insufficient funds'],
  [rejections.nonceTooLow, 'nonce too low'],
  [rejections.nonceTooHigh, 'nonce too high'],
  [rejections.replacementTooCheap, 'replacement transaction underpriced'],
  [rejections.belowIntrinsicGas, 'intrinsic gas too low'],
])('%o holds the words "%s"', (rejection, expected) => {
  expect(inEthereumWords(rejection)).toContain(expected)
  expect(inEthereumWords(rejection)).toContain(rejection.message)
})

it('keeps the message of what Ethereum does not know', () => {
  expect(inEthereumWords(rejections.quotaExceeded)).toBe('account exceeds quota')
})
