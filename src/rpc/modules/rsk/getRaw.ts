import { toHex } from '../../../primitives/hex.ts'
import { encodeRlp } from '../../../primitives/rlp/encode.ts'
import { itemsBeforeProof } from '../../../protocol/headers/encode.ts'
import { hashedBitcoinItems } from '../../../protocol/headers/hashes.ts'
import type { BlockHeader } from '../../../protocol/headers/header.ts'
import type { Network } from '../../../protocol/networks/network.ts'
import { encodeReceipt } from '../../../protocol/receipts.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, defineRead } from '../../method/method.ts'
import { findBlock } from '../../node/selection.ts'
import { headerIdentifier, isMinedReference } from '../../params/blockReference.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { unitsOfRawReceipts } from '../../shapes/receiptShape.ts'
import { findTransaction } from '../trace/findTraced.ts'

/**
 * The whole header, with the items of the merged-mining proof after the Bitcoin header only before RSKIP92. For header
 * versions above 0 (RSKIP351) the hash of this RLP is not the block's hash.
 */
function rawHeader(header: BlockHeader, network: Network): string {
  return toHex(
    encodeRlp([
      ...itemsBeforeProof(header),
      ...hashedBitcoinItems(header.mergedMining, header.number, network),
    ]),
  )
}

export const rskGetRawBlockHeaderByHash = defineMethod({
  name: 'rsk_getRawBlockHeaderByHash',
  summary: 'The RLP of the header of a block of any branch; null for an unknown block.',
  params: [required('blockHash', bareHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler([hash], { node }) {
    const block = node.chain.block(expectHash(hash))
    return block === undefined ? null : rawHeader(block.header, node.network)
  },
})

export const rskGetRawBlockHeaderByNumber = defineMethod({
  name: 'rsk_getRawBlockHeaderByNumber',
  summary: 'The RLP of the header of a block of the best chain; null for an unknown block.',
  params: [required('block', headerIdentifier)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler([reference], { node }) {
    const block = isMinedReference(reference) ? findBlock(reference, node) : node.pending().block
    return block === undefined ? null : rawHeader(block.header, node.network)
  },
})

export const rskGetRawTransactionReceiptByHash = defineRead({
  name: 'rsk_getRawTransactionReceiptByHash',
  summary: 'The RLP of the receipt of a transaction of the best chain; null for an unknown transaction.',
  params: [required('transactionHash', bareHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler([hash], { node, work }) {
    const found = findTransaction(hash, node.chain)
    if (found === undefined) return null
    const { receipt, transaction } = found
    work.add(unitsOfRawReceipts([receipt]))
    return toHex(encodeReceipt(receipt, transaction.prefix))
  },
})
