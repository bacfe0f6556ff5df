import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { listKey, receiptsTrie } from '../../protocol/roots.ts'
import { prove } from '../../trie/proof.ts'
import { blockHashNotFound } from '../errors.ts'
import { defineMethod } from '../method.ts'
import { blockHash, transactionHash } from '../params/hash.ts'
import { required } from '../params/parameter.ts'
import * as schema from '../schema.ts'

export const rskGetTransactionReceiptNodesByHash = defineMethod({
  name: 'rsk_getTransactionReceiptNodesByHash',
  summary: 'The nodes that prove a receipt against its block’s receipts root, leaf first, or null.',
  params: [required('blockHash', blockHash), required('transactionHash', transactionHash)],
  result: schema.nullable(schema.arrayOf(schema.data)),
  cost: 20,
  handler([hash, transaction], { node }) {
    const block = node.chain.block(hash)
    if (block === undefined) throw blockHashNotFound(toHex(hash))
    const index = block.transactions.findIndex((candidate) => equalBytes(candidate.hash, transaction))
    if (index < 0) return null
    return prove(receiptsTrie(block.receipts), listKey(index)).reverse().map(toHex)
  },
})
