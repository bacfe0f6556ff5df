import { chainHashRate } from '../../../mining/hashRate/hashRates.ts'
import { toBigInt } from '../../../primitives/integers.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { endOfTurn } from '../../json/parts.ts'
import * as schema from '../../json/schema.ts'
import { defineInParts, defineRead } from '../../method/method.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

/** Work to read one block. */
const unitsPerBlock = 0.4
/** Blocks that the main thread reads in one turn. */
const blocksAtOnce = 64

const seconds = (ms: number): number => Math.floor(ms / 1000)

export const ethHashrate = defineInParts({
  name: 'eth_hashrate',
  summary: 'The hash rate of this node’s blocks of the last hour, plus the rates that miners have reported.',
  result: schema.quantity,
  cost: 5,
  effect: 'asks-node',
  access: 'everyone',
  *handler(_, { node: { mining, chain }, now }) {
    if (mining === undefined) {
      yield '"0x0"'
      return
    }
    const steps = chainHashRate(chain, seconds(now()), mining.coinbase)
    for (let count = 1; ; count++) {
      const step = steps.next()
      if (step.done === true) {
        yield JSON.stringify(toQuantity(step.value + mining.submittedRates.total))
        return
      }
      if (count % blocksAtOnce === 0) yield endOfTurn
    }
  },
})

export const ethNetHashrate = defineRead({
  name: 'eth_netHashrate',
  summary: 'The hash rate of the chain’s blocks of the last hour, as a JSON number.',
  result: schema.number,
  cost: 5,
  asks: 'latest',
  upstream: 'never',
  light: 'proved',
  handler(_, { node, now, work }) {
    const steps = chainHashRate(node.chain, seconds(now()))
    for (;;) {
      const step = steps.next()
      // A number above 2^53 is rounded here, because JSON parsers of clients round it too.
      if (step.done === true) return Number(step.value)
      work.add(unitsPerBlock)
    }
  },
})

export const ethSubmitHashrate = defineMiningMethod({
  name: 'eth_submitHashrate',
  summary: 'Reports the hash rate of a miner, which counts for ten minutes.',
  params: [required('hashrate', dataOf(32)), required('minerId', dataOf(32))],
  result: schema.boolean,
  handler: ([rate, minerId], { submittedRates }) => submittedRates.submit(minerId, toBigInt(rate)),
})
