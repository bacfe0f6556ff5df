import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockIdentifier } from '../../params/blockReference.ts'
import { required } from '../../params/parameter.ts'
import { blockSchema } from '../../shapes/blockShape.ts'
import { orNumber } from '../ots/wholeNumbers.ts'

/** Otterscan asks for this header first, and does not use a node without this method. */
export const erigonGetHeaderByNumber = defineRead({
  name: 'erigon_getHeaderByNumber',
  summary:
    'The same as eth_getBlockByNumber without whole transactions; Otterscan calls it to check whether it can use a node.',
  params: [required('block', orNumber(minedBlockIdentifier))],
  result: schema.nullable(blockSchema),
  cost: 5,
  upstream: 'never',
  light: 'proved',
  handler([reference], { node, texts, work }) {
    const block = findBlock(reference, node)
    return block === undefined ? null : texts.block(block, false, work)
  },
})
