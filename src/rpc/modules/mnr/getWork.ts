import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMiningMethod } from './miningMethod.ts'

export const mnrGetWork = defineMiningMethod({
  name: 'mnr_getWork',
  summary: 'Work for merged mining: the hash to commit to in a Bitcoin coinbase and the target.',
  result: schema.objectOf({
    blockHashForMergedMining: schema.hash,
    target: schema.hash,
    feesPaidToMiner: schema.text,
    notify: schema.boolean,
    parentBlockHash: schema.hash,
  }),
  cost: 10,
  handler(_, mining) {
    const work = mining.work.getWork()
    return {
      blockHashForMergedMining: toHex(work.hash),
      target: toHex(work.target),
      feesPaidToMiner: work.feesPaidToMiner.toString(),
      notify: work.notify,
      parentBlockHash: toHex(work.parentHash),
    }
  },
})
