import { leftPad } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { wordBytes } from '../../../primitives/integers.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { selectState } from '../../node/selection.ts'
import { address } from '../../params/address.ts'
import { blockReference } from '../../params/block.ts'
import { required } from '../../params/parameter.ts'
import { quantity } from '../../params/quantity.ts'

const wordLength = 32

export const ethGetStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: 'The 32 bytes in a storage cell of a contract.',
  params: [required('address', address), required('position', quantity), required('block', blockReference)],
  result: schema.hash,
  cost: 2,
  handler([contract, position, block], { node }) {
    const cell = selectState(block, node).storage(contract, wordBytes(position))
    // Native contracts keep longer values than words; of these the first 32 bytes are shown.
    return toHex(leftPad(cell.subarray(0, wordLength), wordLength))
  },
})
