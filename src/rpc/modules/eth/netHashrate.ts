import { chainHashRate } from '../../../mining/hashRate/hashRates.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'

export const ethNetHashrate = defineMethod({
  name: 'eth_netHashrate',
  summary: 'The hash rate of the chain’s blocks of the last hour, as a JSON number.',
  params: [],
  result: schema.number,
  cost: 5,
  asks: 'latest',
  placement: 'chain',
  upstream: 'never',
  access: 'everyone',
  // A number above 2^53 is rounded here, because JSON parsers of clients round it too.
  handler: (_, { node, now }) => Number(chainHashRate(node.chain, Math.floor(now() / 1000))),
})
