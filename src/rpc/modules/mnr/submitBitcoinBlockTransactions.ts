import { defineMethod } from '../../method/method.ts'
import { bareHex, bareHexList } from '../../params/bitcoin.ts'
import { required } from '../../params/parameter.ts'
import { text } from '../../params/plain.ts'
import { expectMining, submissionSchema, submissionShape } from './mining.ts'

const name = 'mnr_submitBitcoinBlockTransactions'

export const mnrSubmitBitcoinBlockTransactions = defineMethod({
  name,
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
    const { work } = expectMining(node, name)
    return submissionShape(() => work.submitTransactions({ header, coinbase }, transactionIds))
  },
})
