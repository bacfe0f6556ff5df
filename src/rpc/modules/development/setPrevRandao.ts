import { noPreviousRandao } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { argument } from './developmentChain.ts'

export const hardhatSetPrevRandao = defineMethod({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setPrevRandao'],
  summary: 'Answers an error, because Rootstock has no PREVRANDAO.',
  params: [argument('prevRandao', data)],
  result: schema.boolean,
  cost: 1,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler() {
    throw noPreviousRandao()
  },
})
