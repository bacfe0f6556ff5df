import { address } from '../../params/address.ts'
import { argument, defineCommand } from './developmentChain.ts'

export const anvilSetCoinbase = defineCommand({
  name: 'anvil_setCoinbase',
  aliases: ['hardhat_setCoinbase', 'ganache_setCoinbase', 'miner_setEtherbase'],
  summary: 'Sets the account that the next blocks pay.',
  params: [argument('address', address)],
  cost: 1,
  effect: 'changes-chain',
  run: ([account], development) => development.setCoinbase(account),
})
