import { describe, expect, it } from 'vitest'
import { inEthereumWords, reject } from './poolRejection.ts'

describe('a rejection in Ethereum’s words', () => {
  /** The phrases that ethers and viem search for. */
  it.each([
    [reject('already-pending'), 'already known'],
    [reject('already-queued'), 'already known'],
    [reject('insufficient-funds'), 'insufficient funds'],
    [reject('insufficient-funds-for-all'), 'insufficient funds'],
    [reject('nonce-too-low'), 'nonce too low'],
    [reject('nonce-too-high'), 'nonce too high'],
    [reject('replacement-price'), 'replacement transaction underpriced'],
    [reject('intrinsic-gas'), 'intrinsic gas too low'],
  ])('%o contains "%s"', (rejection, expected) => {
    expect(inEthereumWords(rejection)).toContain(expected)
    expect(inEthereumWords(rejection)).toContain(rejection.message)
  })

  it('keeps the message of a reason that Ethereum nodes do not have', () => {
    expect(inEthereumWords(reject('account-quota'))).toBe('account exceeds quota')
  })
})
