import { describe, expect, it } from 'vitest'
import {
  alreadyKnown,
  gasLimitTooHigh,
  inEthereumWords,
  reject,
  shortOfFunds,
  tooLarge,
} from './poolRejection.ts'

describe('a rejection in Ethereum’s words', () => {
  /** They begin with the phrases that ethers and viem search for. */
  it.each([
    [alreadyKnown(true), 'already known: the transaction is pending'],
    [alreadyKnown(false), 'already known: the transaction waits for one with a lower nonce'],
    [
      shortOfFunds('insufficient-funds-for-all', 10n ** 17n, 1_000_021n * 10n ** 12n),
      'insufficient funds for gas * price + value: balance 0.1 RBTC, needed 1.000021',
    ],
    [
      shortOfFunds('insufficient-funds-for-all', 10n ** 18n, 10n ** 17n, 10n ** 18n),
      'insufficient funds for gas * price + value: balance 1 RBTC, needed 0.1, and 1 for pending transactions',
    ],
    [
      reject('nonce-too-low', () => 'next nonce 25, transaction nonce 0'),
      'nonce too low: next nonce 25, transaction nonce 0',
    ],
    [
      shortOfFunds('sender-missing', 0n, 0n),
      'insufficient funds for gas * price + value: the sender does not exist; pay it first, if only 1 wei',
    ],
    [gasLimitTooHigh(9n, 8n, 8n), 'exceeds block gas limit: gas 9, at most 8'],
    [tooLarge(131_073), 'oversized data: 131073 bytes, at most 131072'],
    [
      reject('sender-missing'),
      "insufficient funds for gas * price + value: the sender account doesn't exist",
    ],
  ])('%o is "%s"', (rejection, expected) => {
    expect(inEthereumWords(rejection)).toBe(expected)
  })

  it('keeps the message of a reason that Ethereum nodes do not have', () => {
    expect(inEthereumWords(reject('account-quota'))).toBe('account exceeds quota')
    expect(inEthereumWords(reject('gas-price-cap', () => 'gas price 2, at most 1'))).toBe(
      "transaction's gas price exceeds cap: gas price 2, at most 1",
    )
  })
})
