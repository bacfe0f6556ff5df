import { toHex } from '../../../primitives/hex.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import { readStorageCell, storageCellParameters } from '../../node/storageCell.ts'

export const rskGetStorageBytesAt = defineMethod({
  name: 'rsk_getStorageBytesAt',
  summary: 'All bytes of a storage cell; native contracts keep more than 32 in one. `0x0` for an empty cell.',
  params: storageCellParameters,
  result: schema.text,
  cost: 2,
  upstream: 'state',
  handler([contract, position, block], { node }) {
    const cell = readStorageCell(contract, position, block, node)
    return cell.length === 0 ? '0x0' : toHex(cell)
  },
})
