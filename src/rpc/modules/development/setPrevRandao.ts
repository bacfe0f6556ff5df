import { noPreviousRandao } from '../../errors/errors.ts'
import { data } from '../../params/data.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const hardhatSetPrevRandao = defineCommand({
  name: 'hardhat_setPrevRandao',
  aliases: ['anvil_setPrevRandao'],
  summary: 'Answers an error, because Rootstock has no PREVRANDAO.',
  params: [argument('prevRandao', data)],
  cost: 1,
  effect: 'changes-chain',
  run() {
    throw noPreviousRandao()
  },
})
