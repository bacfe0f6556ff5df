import * as schema from '../../json/schema.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { address } from '../../params/address.ts'
import { required } from '../../params/parameter.ts'
import { firstBlock, isMissingState } from './firstBlock.ts'
import { recordedCreator } from './recordedCreator.ts'

export const otsGetContractCreator = defineMethod({
  name: 'ots_getContractCreator',
  summary:
    'The transaction and the account that created a contract; null for other accounts and contracts of the genesis block. A binary search over states, then one block is executed; without the states, what the execution of the block recorded.',
  params: [required('address', address)],
  result: schema.nullable(schema.objectOf({ hash: schema.hash, creator: schema.address })),
  cost: 100,
  asks: 'latest',
  placement: 'reader',
  upstream: 'never',
  access: 'everyone',
  isLong: true,
  handler([contract], { node, work }) {
    try {
      const block = firstBlock(node, (state) => state.code(contract) !== undefined)
      if (block === undefined || block.number === 0) return null
      return new StreamedJson(
        node.traces.trace({ kind: 'creator', block: block.hash, contract }, undefined, work),
      )
    } catch (error) {
      if (!isMissingState(error)) throw error
      const creator = recordedCreator(node, contract)
      // On a development chain every creation is recorded: the code was set by a helper, or is of the genesis block.
      if (creator === undefined && node.chain.network.isDevelopment !== true) throw error
      return creator ?? null
    }
  },
})
