import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { upgradeNames } from '../../../protocol/networks/upgrades.ts'
import * as schema from '../../json/schema.ts'
import { defineDevelopmentMethod } from './developmentChain.ts'

/** The name of the latest upgrade whose rules a height has. */
function upgradeAt({ upgrades }: Network, height: number): string {
  const started = upgradeNames.filter((name) => upgrades[name] >= 0 && upgrades[name] <= height)
  return started.at(-1) ?? upgradeNames[0]!
}

export const anvilNodeInfo = defineDevelopmentMethod({
  name: 'anvil_nodeInfo',
  aliases: ['hardhat_nodeInfo', 'ganache_nodeInfo'],
  summary: 'The best block, the rules and the choices of the chain, in Anvil’s form.',
  result: schema.objectWith({ currentBlockNumber: schema.quantity, currentBlockHash: schema.hash }),
  effect: 'asks-node',
  handler(_, { settings }, { node }) {
    const { number, hash, header } = node.chain.head
    return {
      currentBlockNumber: toQuantity(number),
      currentBlockTimestamp: header.timestamp,
      currentBlockHash: toHex(hash),
      hardFork: upgradeAt(node.network, number + 1),
      transactionOrder: 'fees',
      environment: {
        baseFee: '0x0',
        chainId: node.network.chainId,
        gasLimit: toQuantity(settings.gasLimitTarget),
        gasPrice: toQuantity(settings.minimumGasPriceTarget),
      },
      forkConfig: {
        forkUrl: node.fork?.shown ?? null,
        forkBlockNumber: node.fork?.number ?? null,
        forkRetryBackoff: null,
      },
    }
  },
})
