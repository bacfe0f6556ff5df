import { noForking } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { text } from '../../params/plain.ts'
import { argument } from './developmentChain.ts'

export const anvilSetRpcUrl = defineMethod({
  name: 'anvil_setRpcUrl',
  aliases: ['hardhat_setRpcUrl', 'ganache_setRpcUrl'],
  summary: 'Answers an error: the endpoint of a fork changes with `anvil_reset` only.',
  params: [argument('url', text)],
  result: schema.boolean,
  cost: 1,
  handler() {
    throw noForking()
  },
})
