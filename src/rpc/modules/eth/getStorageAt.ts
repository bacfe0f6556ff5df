import { leftPad } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { readStorageCell, storageCellParameters } from '../../node/storageCell.ts'

const wordLength = 32

export const ethGetStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: 'The 32 bytes in a storage cell of a contract.',
  params: storageCellParameters,
  result: schema.hash,
  cost: 2,
  asks: blockOf('block'),
  placement: 'chain',
  upstream: 'state',
  access: 'everyone',
  handler([contract, position, block], { node }) {
    const cell = readStorageCell(contract, position, block, node)
    // Native contracts keep longer values than words; the reference node answers their first 32 bytes.
    return toHex(leftPad(cell.subarray(0, wordLength), wordLength))
  },
})
