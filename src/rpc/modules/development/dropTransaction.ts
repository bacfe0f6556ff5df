import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { transactionHash } from '../../params/hash.ts'
import { argument, expectDevelopment } from './developmentChain.ts'

export const anvilDropTransaction = defineMethod({
  name: 'anvil_dropTransaction',
  aliases: ['hardhat_dropTransaction', 'ganache_dropTransaction'],
  summary: 'Removes a waiting transaction; false if it does not wait.',
  params: [argument('transactionHash', transactionHash)],
  result: schema.boolean,
  cost: 1,
  effect: 'uses-node',
  access: 'no-foreign-pages',
  handler([hash], { node }) {
    return expectDevelopment(node).drop(hash)
  },
})
