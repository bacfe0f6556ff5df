import { toHex } from '../../../primitives/hex.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'

export const rskGetStorageBytesAt = defineMethod({
  name: 'rsk_getStorageBytesAt',
  summary: 'All bytes in a storage cell, of which native contracts keep more than 32; `0x0` for none.',
  params: [required('address', address), required('position', quantity), required('block', blockReference)],
  result: schema.text,
  cost: 2,
  handler([contract, position, block], { node }) {
    const cell = selectState(block, node).storage(contract, wordBytes(position))
    return cell.length === 0 ? '0x0' : toHex(cell)
  },
})
