import { toBigInt } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { dataOf } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { defineMiningMethod } from '../mnr/miningMethod.ts'

export const ethSubmitHashrate = defineMiningMethod({
  name: 'eth_submitHashrate',
  summary: 'Reports the hash rate of a miner, which counts for ten minutes.',
  params: [required('hashrate', dataOf(32)), required('minerId', dataOf(32))],
  result: schema.boolean,
  cost: 1,
  handler: ([rate, minerId], { submittedRates }) => submittedRates.submit(minerId, toBigInt(rate)),
})
