import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { optionalArgument } from '../development/developmentChain.ts'
import { expectPeg, orPegRefusal, satoshis } from './pegOfNode.ts'

export const pegLockingCap = defineMethod({
  name: 'peg_lockingCap',
  summary: 'The maximum satoshis of the peg; an amount raises it first, at most to twice its value.',
  params: [optionalArgument('satoshis', satoshis, undefined)],
  result: schema.number,
  cost: 10,
  effect: 'changes-chain',
  access: 'everyone',
  async handler([amount], { node }) {
    const peg = expectPeg(node)
    return Number(await orPegRefusal(() => peg.lockingCap(amount)))
  },
})
