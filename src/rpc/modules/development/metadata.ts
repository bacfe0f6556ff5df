import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectDevelopment } from './developmentChain.ts'

export const hardhatMetadata = defineMethod({
  name: 'hardhat_metadata',
  aliases: ['anvil_metadata', 'ganache_metadata'],
  summary:
    'The software, the chain id, this run of the chain and its best block, in Hardhat’s and Anvil’s form.',
  params: [],
  result: schema.objectWith({ clientVersion: schema.text, chainId: schema.number, instanceId: schema.hash }),
  cost: 1,
  effect: 'asks-node',
  access: 'no-foreign-pages',
  handler(_, { node, settings }) {
    const { number, hash } = node.chain.head
    return {
      clientVersion: settings.clientVersion,
      chainId: node.network.chainId,
      instanceId: toHex(expectDevelopment(node).instanceId),
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
