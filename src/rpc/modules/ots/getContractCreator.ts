import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { firstBlock } from './firstBlock.ts'

export const otsGetContractCreator = defineMethod({
  name: 'ots_getContractCreator',
  summary:
    'The transaction and the account that created a contract; null for other accounts and contracts of the genesis block. A binary search over states, then one block is executed.',
  params: [required('address', address)],
  result: schema.nullable(schema.objectOf({ hash: schema.hash, creator: schema.address })),
  cost: 100,
  placement: 'reader',
  isLong: true,
  handler([contract], { node, work }) {
    const block = firstBlock(node, (state) => state.code(contract) !== undefined)
    if (block === undefined || block.number === 0) return null
    return new StreamedJson(
      node.traces.trace({ kind: 'creator', block: block.hash, contract }, undefined, work),
    )
  },
})
