import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference, latestBlock } from '../../params/blockReference.ts'
import { optional, required } from '../../params/parameter.ts'
import { orNumber } from './wholeNumbers.ts'

export const otsHasCode = defineMethod({
  name: 'ots_hasCode',
  summary: 'Whether an account has code.',
  params: [required('address', address), optional('block', orNumber(blockReference), latestBlock)],
  result: schema.boolean,
  cost: 2,
  upstream: 'never',
  light: 'proved',
  handler: ([account, block], { node }) => selectState(block, node).code(account) !== undefined,
})
