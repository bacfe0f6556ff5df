import { stripLeadingZeros } from '../../../primitives/bytes.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { quantity } from '../../params/quantity.ts'
import { argument, expectDevelopment } from './developmentChain.ts'
import { word } from './word.ts'

export const anvilSetStorageAt = defineMethod({
  name: 'anvil_setStorageAt',
  aliases: ['hardhat_setStorageAt', 'ganache_setStorageAt', 'evm_setAccountStorageAt'],
  summary: 'Sets a word of the storage of an account.',
  params: [argument('address', address), argument('position', quantity), argument('value', word)],
  result: schema.boolean,
  cost: 5,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, position, value], { node }) {
    expectDevelopment(node).edit((state) => {
      state.setStorage(account, wordBytes(position), stripLeadingZeros(value))
    })
    return true
  },
})
