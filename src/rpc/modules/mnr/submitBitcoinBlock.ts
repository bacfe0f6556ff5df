import type { NodeMining } from '../../../node/services/nodeMining.ts'
import { asciiBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { bareCount, bareHex, bareHexList } from '../../params/bareHex.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'
import { defineMiningMethod } from './miningMethod.ts'

const submissionSchema = schema.objectOf({
  blockImportedResult: schema.data,
  blockHash: schema.hash,
  blockIncludedHeight: schema.quantity,
})

type Submission = ReturnType<NodeMining['work']['submitBitcoinBlock']>

/** The answer to a solution; a solution that cannot be decoded is the client's mistake. */
function submissionShape(submit: () => Submission) {
  try {
    const { result, blockHash, blockNumber } = submit()
    return {
      blockImportedResult: toHex(asciiBytes(result)),
      blockHash: toHex(blockHash),
      blockIncludedHeight: toQuantity(blockNumber),
    }
  } catch (error) {
    throw error instanceof DecodeError ? unreadable(error.message) : error
  }
}

export const mnrSubmitBitcoinBlock = defineMiningMethod({
  name: 'mnr_submitBitcoinBlock',
  summary: 'Submits a whole Bitcoin block that solves work.',
  params: [required('bitcoinBlock', bareHex)],
  result: submissionSchema,
  cost: 10,
  handler: ([block], { work }) => submissionShape(() => work.submitBitcoinBlock(block)),
})

export const mnrSubmitBitcoinBlockPartialMerkle = defineMiningMethod({
  name: 'mnr_submitBitcoinBlockPartialMerkle',
  summary: 'Submits a Bitcoin block that solves work: its header, coinbase and merkle branch.',
  params: [
    required('blockHash', text),
    required('blockHeader', bareHex),
    required('coinbase', bareHex),
    required('merkleHashes', bareHexList),
    required('transactionCount', bareCount),
  ],
  result: submissionSchema,
  cost: 10,
  // The hash is computed from the header and the count from the branch; those that are sent are ignored.
  handler: ([, header, coinbase, merkleHashes], { work }) =>
    submissionShape(() => work.submitPartialMerkle({ header, coinbase }, merkleHashes)),
})

export const mnrSubmitBitcoinBlockTransactions = defineMiningMethod({
  name: 'mnr_submitBitcoinBlockTransactions',
  summary: 'Submits a Bitcoin block that solves work: its header, coinbase and transaction ids.',
  params: [
    required('blockHash', text),
    required('blockHeader', bareHex),
    required('coinbase', bareHex),
    required('transactionIds', bareHexList),
  ],
  result: submissionSchema,
  cost: 10,
  // The hash is computed from the header; the one that is sent is ignored.
  handler: ([, header, coinbase, transactionIds], { work }) =>
    submissionShape(() => work.submitTransactions({ header, coinbase }, transactionIds)),
})
