import { describe, expect, it } from 'vitest'
import { toHexDigits } from '../primitives/hex.ts'
import { devnet, mainnet, regtest, testnet } from './networks/definitions.ts'
import type { Network } from './networks/network.ts'
import { precompileAccountsOf } from './precompileAccounts.ts'

/** Addresses without leading zeros; those that are overwritten have a mark. */
const accounts = (network: Network, height: number): string[] =>
  precompileAccountsOf(network, height).map(
    ({ address, overwrite }) => `${toHexDigits(address).replace(/^0+/, '')}${overwrite ? '!' : ''}`,
  )

const oldest = ['1', '2', '3', '4', '5', '1000006', '1000008']

describe('accounts of precompiled contracts', () => {
  it('are all created in the first block of networks that start with their rules', () => {
    const local = [
      ...oldest,
      '1000009!',
      '1000010!',
      '6!',
      '7!',
      '8!',
      '9!',
      '1000011!',
      '1000016!',
      '1000017!',
    ]
    expect(accounts(regtest, 0)).toEqual(local)
    expect(accounts(devnet, 0)).toEqual(local)
    expect(accounts(testnet, 0)).toEqual([...oldest, '1000009!', '1000010!'])
    expect(accounts(mainnet, 0)).toEqual([])
  })

  it.each([
    [1_591_000, [...oldest, '1000009!', '1000010!']],
    [2_392_700, ['6!', '7!', '8!']],
    [3_614_800, ['9!']],
    [6_223_700, ['1000011!']],
    [8_052_200, ['1000016!', '1000017!']],
  ])('are created in mainnet block %i, and not in the blocks before and after it', (height, expected) => {
    expect(accounts(mainnet, height)).toEqual(expected)
    expect(accounts(mainnet, height - 1)).toEqual([])
    expect(accounts(mainnet, height + 1)).toEqual([])
  })
})
