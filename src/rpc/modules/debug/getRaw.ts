import type { StoredBlock } from '../../../chain/storage/storedBlock.ts'
import { toHex } from '../../../primitives/hex.ts'
import { encodeBlock } from '../../../protocol/block.ts'
import { encodeHeader } from '../../../protocol/headers/encode.ts'
import { encodeReceipt } from '../../../protocol/receipts.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod, defineRead, type Method } from '../../method/method.ts'
import type { MethodFacts } from '../../method/methodFacts.ts'
import { findBlock } from '../../node/selection.ts'
import { minedBlockReference } from '../../params/blockReference.ts'
import { transactionHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { unitsOfRawReceipts } from '../../shapes/receiptShape.ts'

/** Work to encode one transaction. */
const unitsPerTransaction = 0.1

interface RawPart extends Pick<MethodFacts, 'name' | 'summary' | 'cost' | 'result'> {
  units(block: StoredBlock): number
  encode(block: StoredBlock): Json
}

/** A method that answers a part of a block as nodes send it; null for an unknown block. */
const rawPart = ({ result, encode, units, ...described }: RawPart): Method =>
  defineRead({
    ...described,
    params: [required('block', minedBlockReference)],
    result: schema.nullable(result),
    upstream: 'block',
    handler([reference], { node, work }) {
      const block = findBlock(reference, node)
      if (block === undefined) return null
      work.add(units(block))
      return encode(block)
    },
  })

export const debugGetRawBlock = rawPart({
  name: 'debug_getRawBlock',
  summary: 'The RLP of a block as nodes send it: header, transactions, uncles; null for an unknown block.',
  result: schema.data,
  cost: 20,
  units: ({ transactions }) => transactions.length * unitsPerTransaction,
  encode: (block) => toHex(encodeBlock(block)),
})

/** Unlike rsk_getRawBlockHeaderByHash, whose RLP leaves out what the block's hash leaves out. */
export const debugGetRawHeader = rawPart({
  name: 'debug_getRawHeader',
  summary: 'The RLP of a block’s header as nodes send it, with its whole proof; null for an unknown block.',
  result: schema.data,
  cost: 3,
  units: () => 1,
  encode: ({ header }) => toHex(encodeHeader(header)),
})

export const debugGetRawReceipts = rawPart({
  name: 'debug_getRawReceipts',
  summary: 'The RLP of each receipt of a block; null for an unknown block.',
  result: schema.arrayOf(schema.data),
  cost: 20,
  units: ({ receipts }) => unitsOfRawReceipts(receipts),
  encode: ({ receipts, transactions }) =>
    receipts.map((receipt, index) => toHex(encodeReceipt(receipt, transactions[index]?.prefix))),
})

export const debugGetRawTransaction = defineMethod({
  name: 'debug_getRawTransaction',
  summary: 'The RLP of a transaction of the best chain or the pool; null for an unknown transaction.',
  params: [required('transactionHash', transactionHash)],
  result: schema.nullable(schema.data),
  cost: 3,
  upstream: 'block',
  handler([hash], { node: { chain, pool } }) {
    const transaction = (chain.transaction(hash) ?? pool.get(hash))?.transaction
    return transaction === undefined ? null : toHex(transaction.encoded)
  },
})
