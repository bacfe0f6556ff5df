import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { quantity } from '../../params/quantity.ts'
import { argument } from './developmentChain.ts'
import { setTokenCell } from './tokenCell.ts'

export const anvilDealErc20 = defineMethod({
  name: 'anvil_dealERC20',
  aliases: ['anvil_dealErc20', 'hardhat_dealERC20'],
  summary: 'Sets the balance of an account in a token of ERC-20, if the token keeps it in a storage cell.',
  params: [argument('address', address), argument('token', address), argument('balance', quantity)],
  result: schema.boolean,
  cost: 20,
  effect: 'changes-chain',
  access: 'no-foreign-pages',
  handler([account, token, balance], context) {
    const getter = { name: 'balanceOf', selector: '0x70a08231', accounts: [account] }
    setTokenCell(token, getter, balance, context)
    return true
  },
})
