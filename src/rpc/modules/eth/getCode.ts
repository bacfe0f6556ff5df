import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'

export const ethGetCode = defineMethod({
  name: 'eth_getCode',
  summary: 'The code of a contract.',
  params: [required('address', address), required('block', minedBlockReference)],
  result: schema.data,
  cost: 2,
  upstream: 'state',
  handler([contract, block], { node }) {
    const code = selectState(block, node).code(contract)
    return code === undefined ? '0x' : toHex(code.bytes)
  },
})
