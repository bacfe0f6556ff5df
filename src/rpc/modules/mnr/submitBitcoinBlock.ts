import { asciiBytes } from '../../../primitives/bytes.ts'
import { DecodeError } from '../../../primitives/errors.ts'
import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import { notAvailable, unreadable } from '../../errors/errors.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { RpcMining, RpcNode } from '../../node/rpcNode.ts'
import { bareCount, bareHex, bareHexList } from '../../params/bareHex.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/text.ts'

export function expectMining({ mining }: RpcNode, method: string): RpcMining {
  if (mining === undefined) throw notAvailable(method)
  return mining
}

const submissionSchema = schema.objectOf({
  blockImportedResult: schema.data,
  blockHash: schema.hash,
  blockIncludedHeight: schema.quantity,
})

type Submission = ReturnType<RpcMining['work']['submitBitcoinBlock']>

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

export const mnrSubmitBitcoinBlock = defineMethod({
  name: 'mnr_submitBitcoinBlock',
  summary: 'Submits a whole Bitcoin block that solves work.',
  params: [required('bitcoinBlock', bareHex)],
  result: submissionSchema,
  cost: 10,
  effect: 'uses-node',
  access: 'everyone',
  handler([block], { node }) {
    const { work } = expectMining(node, 'mnr_submitBitcoinBlock')
    return submissionShape(() => work.submitBitcoinBlock(block))
  },
})

export const mnrSubmitBitcoinBlockPartialMerkle = defineMethod({
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
  effect: 'uses-node',
  access: 'everyone',
  // The hash is computed from the header and the count from the branch; those that are sent are ignored.
  handler([, header, coinbase, merkleHashes], { node }) {
    const { work } = expectMining(node, 'mnr_submitBitcoinBlockPartialMerkle')
    return submissionShape(() => work.submitPartialMerkle({ header, coinbase }, merkleHashes))
  },
})

export const mnrSubmitBitcoinBlockTransactions = defineMethod({
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
  effect: 'uses-node',
  access: 'everyone',
  // The hash is computed from the header; the one that is sent is ignored.
  handler([, header, coinbase, transactionIds], { node }) {
    const { work } = expectMining(node, 'mnr_submitBitcoinBlockTransactions')
    return submissionShape(() => work.submitTransactions({ header, coinbase }, transactionIds))
  },
})
