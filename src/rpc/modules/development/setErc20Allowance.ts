import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { quantity } from '../../params/quantity.ts'
import { argument } from './developmentChain.ts'
import { setTokenCell } from './tokenCell.ts'

export const anvilSetErc20Allowance = defineMethod({
  name: 'anvil_setERC20Allowance',
  aliases: ['anvil_setErc20Allowance', 'hardhat_setERC20Allowance'],
  summary:
    'Sets what a spender may take of the owner’s tokens of ERC-20, if the token keeps it in a storage cell.',
  params: [
    argument('owner', address),
    argument('spender', address),
    argument('token', address),
    argument('amount', quantity),
  ],
  result: schema.boolean,
  cost: 20,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([owner, spender, token, amount], context) {
    const getter = { name: 'allowance', selector: '0xdd62ed3e', accounts: [owner, spender] }
    setTokenCell(token, getter, amount, context)
    return true
  },
})
