import { describe, expect, it } from 'vitest'
import { fromHex, toHexDigits } from '../../primitives/hex.ts'
import { bridgeAddress } from '../addresses.ts'
import { decodeTransaction } from './decode.ts'
import { hasRemascForm, remascTransaction } from './remasc.ts'
import { Transaction, type TransactionFields } from './transaction.ts'

describe('the REMASC transaction', () => {
  it('of block 3 is encoded and hashed as on testnet', () => {
    const transaction = remascTransaction(3)
    expect(toHexDigits(transaction.encoded)).toBe(
      'dd0200009400000000000000000000000000000000010000088080808080',
    )
    expect(toHexDigits(transaction.hash)).toBe(
      '694c5110568eeddab989eb9601cca00ab94dfccf3597f72e1627ca987d05691b',
    )
  })

  it('of block 1 has the empty nonce and the hash of every local chain', () => {
    expect(remascTransaction(1).nonce).toHaveLength(0)
    expect(toHexDigits(remascTransaction(1).hash)).toBe(
      '4aa0649fdc1a4b0e07b64c26e43138400c84d6a127d0242027226b7ade17a53e',
    )
  })

  it('decodes to the encoded transaction', () => {
    for (const number of [1, 2, 128, 9_257_552]) {
      const transaction = remascTransaction(number)
      const decoded = decodeTransaction(transaction.encoded)
      expect(decoded).toEqual(transaction)
      expect(decoded.nonceValue).toBe(BigInt(number - 1))
      expect(hasRemascForm(decoded)).toBe(true)
    }
  })

  const deviations: [string, Partial<TransactionFields>][] = [
    ['a signature', { signature: { v: 27, r: 1n, s: 1n } }],
    ['another receiver', { to: bridgeAddress }],
    ['no receiver', { to: null }],
    ['data', { data: fromHex('00') }],
    ['a value', { value: 1n }],
    ['a gas limit', { gasLimit: fromHex('01') }],
    ['a gas price', { gasPrice: 1n }],
  ]
  it.each(deviations)('is not recognised with %s', (_name, change) => {
    const fields = { ...remascTransaction(5), ...change }
    expect(hasRemascForm(new Transaction(fields))).toBe(false)
  })

  it('is recognised with any encoding of its zeros', () => {
    const fields = { ...remascTransaction(5), gasPrice: null, gasLimit: fromHex('') }
    expect(hasRemascForm(new Transaction(fields))).toBe(true)
  })
})
