import { equalBytes } from '../../../primitives/bytes.ts'
import { toHex } from '../../../primitives/hex.ts'
import { listKey, receiptsTrie } from '../../../protocol/roots.ts'
import { prove } from '../../../trie/proof.ts'
import { unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineRead } from '../../method/method.ts'
import { bareHash, expectHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { unitsOfRawReceipts } from '../../shapes/receiptShape.ts'

export const rskGetTransactionReceiptNodesByHash = defineRead({
  name: 'rsk_getTransactionReceiptNodesByHash',
  summary:
    'The trie nodes that prove a receipt against its block’s receipts root, leaf first; null for an unknown transaction.',
  params: [required('blockHash', bareHash), required('transactionHash', bareHash)],
  result: schema.nullable(schema.arrayOf(schema.data)),
  cost: 20,
  upstream: 'block',
  handler([hash, transaction], { node, work }) {
    const transactionHash = expectHash(transaction)
    const block = node.chain.block(expectHash(hash))
    // The reference node answers an unknown block with an error here, not with null.
    if (block === undefined) throw unreadable('there is no such block')
    const index = block.transactions.findIndex((candidate) => equalBytes(candidate.hash, transactionHash))
    if (index < 0) return null
    work.add(unitsOfRawReceipts(block.receipts))
    return prove(receiptsTrie(block.receipts, block.transactions), listKey(index)).reverse().map(toHex)
  },
})
