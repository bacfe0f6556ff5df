import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../primitives/hex.ts'
import { localAccountSeeds } from './localAccounts.ts'
import { openWallet } from './openWallet.ts'

describe('The accounts of the local chain', () => {
  it('are those the reference node lists, in its order, and can sign at once', () => {
    const wallet = openWallet({ seeds: localAccountSeeds })
    expect(wallet.accounts.map(toHexDigits)).toEqual([
      'cd2a3d9f938e13cd947ec05abc7fe734df8dd826',
      '7986b3df570230288501eea3d890bd66948c9b79',
      '0a3aa774752ec2042c46548456c094a76c7f3a79',
      'cf7cdbbb5f7ba79d3ffe74a0bba13fc0295f6036',
      '39b12c05e8503356e3a7df0b7b33efa4c054c409',
      'c354d97642faa06781b76ffb6786f72cd7746c97',
      'debe71e1de41fc77c44df4b6db940026e31b0e71',
      '7857288e171c6159c5576d1bd9ac40c0c48a771c',
      'a4dea4d5c954f5fd9e87f0e9752911e83a3d18b3',
      '09a1eda29f664ac8f68106f6567276df0c65d859',
    ])
    for (const account of wallet.accounts) expect(wallet.dumpKey(account)).toHaveLength(32)
  })
})
