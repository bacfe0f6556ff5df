import { keccak256 } from '../../crypto/keccak256.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { encodeRlpList } from '../../primitives/rlp/encode.ts'
import { RlpReader } from '../../primitives/rlp/reader.ts'
import type { Block } from '../../protocol/block.ts'
import { readHeader } from '../../protocol/headers/decode.ts'
import { encodeHeader } from '../../protocol/headers/encode.ts'
import type { BlockHeader } from '../../protocol/headers/header.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { transactionsRoot } from '../../protocol/roots.ts'
import { decodeTransaction } from '../../protocol/transactions/decode.ts'
import { maximumUncles } from '../../protocol/validation/uncleRules.ts'
import { type CompressedHeader, completeHeader, encodeExtension } from './compressedHeader.ts'
import type { EncodedBody } from './message.ts'
import { maximumTransactions } from './messageLimits.ts'
import { nestedBytes, readItems } from './readNested.ts'

/** The header of an encoded block; the rest is not decoded, so that the header can be checked first. */
export function headerOfBlock(block: Uint8Array, network: Network): BlockHeader {
  return readHeader(RlpReader.list(block, 'block').list('header'), network)
}

/** The body of a block as a body response carries it. */
export function bodyOfBlock({ header, transactions, uncles }: Block): EncodedBody {
  const { version } = header
  return {
    transactions: encodeRlpList(transactions.map((transaction) => transaction.inBody)),
    uncles: encodeRlpList(uncles.map(encodeHeader)),
    extension: version === 0 ? null : { version, extension: encodeExtension(header) },
  }
}

/**
 * A block from its header and its body. Throws a `DecodeError` when the header does not commit to the body. The
 * cheapest commitments are checked first.
 */
export function joinBlock(compressed: CompressedHeader, body: EncodedBody, network: Network): Block {
  const { unclesHash, transactionsRoot: root, number } = compressed.header
  if (!equalBytes(keccak256(body.uncles), unclesHash)) {
    throw new DecodeError('body.uncles', "do not hash to the header's hash of uncles")
  }
  const header = completeHeader(compressed, body.extension, network)
  const transactions = readItems(
    RlpReader.list(body.transactions, 'body.transactions'),
    maximumTransactions,
    (list, name) => decodeTransaction(nestedBytes(list, name)),
  )
  if (!equalBytes(transactionsRoot(transactions, rulesAt(network, number)), root)) {
    throw new DecodeError('body.transactions', "do not hash to the header's transactions root")
  }
  const uncles = readItems(RlpReader.list(body.uncles, 'body.uncles'), maximumUncles, (list, name) =>
    readHeader(list.list(name), network),
  )
  return { header, transactions, uncles }
}
