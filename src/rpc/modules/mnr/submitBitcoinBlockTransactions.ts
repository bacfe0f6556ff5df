import { defineMethod } from '../../method/method.ts'
import { bareHex, bareHexList } from '../../params/bitcoin.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { expectMining, submissionSchema, submissionShape } from './mining.ts'

const name = 'mnr_submitBitcoinBlockTransactions'

export const mnrSubmitBitcoinBlockTransactions = defineMethod({
  name,
  summary: 'The header, coinbase and transaction ids of a Bitcoin block that solves a piece of work.',
  params: [
    required('blockHash', text),
    required('blockHeader', bareHex),
    required('coinbase', bareHex),
    required('transactionIds', bareHexList),
  ],
  result: submissionSchema,
  cost: 10,
  // The hash follows from the header, so nobody looks at the one that is sent.
  handler([, header, coinbase, transactionIds], { node }) {
    const { work } = expectMining(node, name)
    return submissionShape(() => work.submitTransactions({ header, coinbase }, transactionIds))
  },
})
