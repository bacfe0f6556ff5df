import { defineMethod } from '../../method/method.ts'
import { bareCount, bareHex, bareHexList } from '../../params/bitcoin.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { expectMining, submissionSchema, submissionShape } from './mining.ts'

const name = 'mnr_submitBitcoinBlockPartialMerkle'

export const mnrSubmitBitcoinBlockPartialMerkle = defineMethod({
  name,
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
    const { work } = expectMining(node, name)
    return submissionShape(() => work.submitPartialMerkle({ header, coinbase }, merkleHashes))
  },
})
