import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const adminNodeInfo = defineMethod({
  name: 'admin_nodeInfo',
  summary:
    'This node in the form of go-ethereum: client, enode (null while it does not listen for peers), and the head of its chain.',
  result: schema.objectOf({
    name: schema.text,
    enode: schema.nullable(schema.text),
    protocols: schema.objectOf({
      rsk: schema.objectOf({
        network: schema.number,
        genesis: schema.nullable(schema.hash),
        head: schema.hash,
        difficulty: schema.text,
      }),
    }),
  }),
  cost: 2,
  effect: 'asks-node',
  access: 'granted',
  handler(_, { node: { peers, chain, network }, settings }) {
    const { hash, totalDifficulty } = chain.head
    const genesis = chain.select(0)
    return {
      name: settings.clientVersion,
      enode: peers?.enode ?? null,
      protocols: {
        rsk: {
          network: network.chainId,
          genesis: genesis === undefined ? null : toHex(genesis.hash),
          head: toHex(hash),
          // A decimal number, as go-ethereum writes it; it has more digits than a JSON number keeps.
          difficulty: totalDifficulty.toString(),
        },
      },
    }
  },
})
