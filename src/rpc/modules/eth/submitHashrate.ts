import { toBigInt } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { expectMining } from '../mnr/submitBitcoinBlock.ts'

export const ethSubmitHashrate = defineMethod({
  name: 'eth_submitHashrate',
  summary: 'Reports the hash rate of a miner, which counts for ten minutes.',
  params: [required('hashrate', dataOf(32)), required('minerId', dataOf(32))],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'everyone',
  handler([rate, minerId], { node }) {
    const { submittedRates } = expectMining(node, 'eth_submitHashrate')
    return submittedRates.submit(minerId, toBigInt(rate))
  },
})
