import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { expectMining } from './submitBitcoinBlock.ts'

export const mnrGetWork = defineMethod({
  name: 'mnr_getWork',
  summary: 'Work for merged mining: the hash to commit to in a Bitcoin coinbase and the target.',
  params: [],
  result: schema.objectOf({
    blockHashForMergedMining: schema.hash,
    target: schema.hash,
    feesPaidToMiner: schema.text,
    notify: schema.boolean,
    parentBlockHash: schema.hash,
  }),
  cost: 10,
  effect: 'uses-node',
  access: 'everyone',
  handler(_, { node }) {
    const work = expectMining(node, 'mnr_getWork').work.getWork()
    return {
      blockHashForMergedMining: toHex(work.hash),
      target: toHex(work.target),
      feesPaidToMiner: work.feesPaidToMiner.toString(),
      notify: work.notify,
      parentBlockHash: toHex(work.parentHash),
    }
  },
})
