import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookedUpBlock, LookupNode } from '../../node/lookupNode.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/blockReference.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { headerSchema, headerShape } from '../../shapes/blockShape.ts'

const headerOf = (block: LookedUpBlock | undefined, { network }: LookupNode) =>
  block === undefined ? null : headerShape(block.header, network)

export const ethGetHeaderByNumber = defineMethod({
  name: 'eth_getHeaderByNumber',
  summary: 'The header of a block of the best chain; null for an unknown block.',
  params: [required('block', minedBlockIdentifier)],
  result: schema.nullable(headerSchema),
  cost: 2,
  upstream: 'block',
  handler: ([reference], { node }) => headerOf(findBlock(reference, node), node),
})

export const ethGetHeaderByHash = defineMethod({
  name: 'eth_getHeaderByHash',
  summary: 'The header of a block of any branch; null for an unknown block.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(headerSchema),
  cost: 2,
  upstream: 'block',
  handler: ([hash], { node }) => headerOf(node.chain.block(hash), node),
})
