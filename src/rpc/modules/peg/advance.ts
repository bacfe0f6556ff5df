import { helperRefused } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import type { Codec } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { optionalArgument } from '../development/developmentChain.ts'
import { definePegMethod } from './pegOfNode.ts'

const goal: Codec<'step' | 'all'> = {
  schema: schema.eitherOf(schema.constant('step'), schema.constant('all')),
  decode(value) {
    const word = text.decode(value)
    if (word !== 'step' && word !== 'all') throw helperRefused('is neither "step" nor "all"')
    return word
  },
}

export const pegAdvance = definePegMethod({
  name: 'peg_advance',
  summary:
    'Mines blocks on both chains: with `step` until a peg-in, peg-out or federation reaches its next stage, otherwise until nothing waits for blocks.',
  params: [optionalArgument('what', goal, undefined)],
  result: schema.objectOf({ bitcoinBlocks: schema.number, rootstockBlocks: schema.number }),
  cost: 50,
  isLong: true,
  async handler([what = 'all'], peg, { node }) {
    const height = node.chain.head.number
    const { bitcoin } = await peg.advance(what)
    return { bitcoinBlocks: bitcoin, rootstockBlocks: node.chain.head.number - height }
  },
})
