import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineMethod } from '../../method/method.ts'
import { readStorageCell, storageCellParameters, storageWord } from '../../node/storageCell.ts'

export const ethGetStorageAt = defineMethod({
  name: 'eth_getStorageAt',
  summary: 'The 32 bytes in a storage cell of a contract.',
  params: storageCellParameters,
  result: schema.hash,
  cost: 2,
  asks: blockOf('block'),
  upstream: 'state',
  access: 'everyone',
  handler: ([contract, position, block], { node }) =>
    storageWord(readStorageCell(contract, position, block, node)),
})
