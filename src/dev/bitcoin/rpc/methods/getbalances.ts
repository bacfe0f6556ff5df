import { outpointKey } from '../../chain/knownTransaction.ts'
import type { WalletCoin } from '../../wallet/wallet.ts'
import { bitcoins } from '../amounts.ts'
import type { BitcoinMethod } from '../method.ts'

export const getbalances: BitcoinMethod = {
  name: 'getbalances',
  summary: 'Returns the sums of the wallet: spendable, waiting for a block, and not yet mature.',
  parameters: [],
  run(_, { bitcoin }) {
    const { wallet } = bitcoin
    const spendable = wallet.spendable()
    const known = new Set(spendable.map(outpointKey))
    const others = wallet.coins().filter((coin) => !known.has(outpointKey(coin)))
    const sum = (coins: readonly WalletCoin[]): number =>
      bitcoins(coins.reduce((total, { output }) => total + output.value, 0n))
    return {
      mine: {
        trusted: sum(spendable),
        untrusted_pending: sum(others.filter(({ isCoinbase }) => !isCoinbase)),
        immature: sum(others.filter(({ isCoinbase }) => isCoinbase)),
      },
    }
  },
}
