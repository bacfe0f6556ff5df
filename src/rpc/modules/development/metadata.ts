import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineDevelopmentMethod } from './developmentChain.ts'

export const hardhatMetadata = defineDevelopmentMethod({
  name: 'hardhat_metadata',
  aliases: ['anvil_metadata', 'ganache_metadata'],
  summary:
    'The software, the chain id, this run of the chain and its best block, in Hardhat’s and Anvil’s form.',
  result: schema.objectWith({ clientVersion: schema.text, chainId: schema.number, instanceId: schema.hash }),
  effect: 'asks-node',
  handler(_, { instanceId }, { node, settings }) {
    const { number, hash } = node.chain.head
    return {
      clientVersion: settings.clientVersion,
      chainId: node.network.chainId,
      instanceId: toHex(instanceId),
      latestBlockNumber: number,
      latestBlockHash: toHex(hash),
      snapshots: {},
      ...(node.fork && {
        forkedNetwork: {
          chainId: node.fork.originChainId,
          forkBlockNumber: node.fork.number,
          forkBlockHash: toHex(node.fork.header.hash),
        },
      }),
    }
  },
})
