import { defineMethod } from '../../method/method.ts'
import { bareCount, bareHex, bareHexList } from '../../params/bitcoin.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { expectMining, submissionSchema, submissionShape } from './mining.ts'

const name = 'mnr_submitBitcoinBlockPartialMerkle'

export const mnrSubmitBitcoinBlockPartialMerkle = defineMethod({
  name,
  summary: 'The header, coinbase and merkle branch of a Bitcoin block that solves a piece of work.',
  params: [
    required('blockHash', text),
    required('blockHeader', bareHex),
    required('coinbase', bareHex),
    required('merkleHashes', bareHexList),
    required('transactionCount', bareCount),
  ],
  result: submissionSchema,
  cost: 10,
  // The hash follows from the header, and the branch is as long as it is, whatever the count says.
  handler([, header, coinbase, merkleHashes], { node }) {
    const { work } = expectMining(node, name)
    return submissionShape(() => work.submitPartialMerkle({ header, coinbase }, merkleHashes))
  },
})
