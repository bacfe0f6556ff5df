import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { twoDigitQuantity } from '../../shapes/transactionShape.ts'

export const ethChainId = defineMethod({
  name: 'eth_chainId',
  summary: 'The chain id that transactions are signed with (EIP-155).',
  result: schema.text,
  asks: 'nothing',
  handler: (_, { node }) => twoDigitQuantity(node.network.chainId),
})
