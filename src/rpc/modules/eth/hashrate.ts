import { chainHashRate } from '../../../mining/hashRate/hashRates.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

export const ethHashrate = defineMethod({
  name: 'eth_hashrate',
  summary: 'The hash rate of this node’s blocks of the last hour, plus the rates that miners have reported.',
  result: schema.quantity,
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  handler(_, { node: { mining, chain }, now }) {
    if (mining === undefined) return toQuantity(0)
    const own = chainHashRate(chain, Math.floor(now() / 1000), mining.coinbase)
    return toQuantity(own + mining.submittedRates.total)
  },
})

export const ethNetHashrate = defineMethod({
  name: 'eth_netHashrate',
  summary: 'The hash rate of the chain’s blocks of the last hour, as a JSON number.',
  result: schema.number,
  cost: 5,
  asks: 'latest',
  upstream: 'never',
  // A number above 2^53 is rounded here, because JSON parsers of clients round it too.
  handler: (_, { node, now }) => Number(chainHashRate(node.chain, Math.floor(now() / 1000))),
})

export const ethSubmitHashrate = defineMiningMethod({
  name: 'eth_submitHashrate',
  summary: 'Reports the hash rate of a miner, which counts for ten minutes.',
  params: [required('hashrate', dataOf(32)), required('minerId', dataOf(32))],
  result: schema.boolean,
  handler: ([rate, minerId], { submittedRates }) => submittedRates.submit(minerId, toBigInt(rate)),
})
