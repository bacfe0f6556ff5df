import { chainHashRate } from '../../../mining/hashRate/chainHashRate.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethNetHashrate = defineMethod({
  name: 'eth_netHashrate',
  summary: 'Hashes per second behind the chain’s blocks of the last hour, as a JSON number.',
  params: [],
  result: schema.number,
  cost: 5,
  // Numbers above 2^53 are rounded, as whoever parses them would do anyway.
  handler: (_, { node, now }) => Number(chainHashRate(node.chain, Math.floor(now() / 1000))),
})
