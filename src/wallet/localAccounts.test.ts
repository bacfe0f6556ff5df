import { describe, expect, it } from 'vitest'
import { regtest } from '../protocol/networks/definitions.ts'
import { localAccountSeeds } from './localAccounts.ts'
import { openWallet } from './openWallet.ts'

describe('the accounts of the local chain', () => {
  it('are those of the reference node, in the same order, and unlocked', () => {
    const wallet = openWallet({ seeds: localAccountSeeds })
    const funded = regtest.genesis.allocations.slice(1)
    expect(wallet.accounts).toEqual(funded.map(({ address }) => address))
    for (const account of wallet.accounts) expect(wallet.dumpKey(account)).toHaveLength(32)
  })
})
