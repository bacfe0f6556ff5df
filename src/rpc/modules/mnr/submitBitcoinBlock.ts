import { defineMethod } from '../../method/method.ts'
import { bareHex } from '../../params/bitcoin.ts'
import { required } from '../../params/parameter.ts'
import { expectMining, submissionSchema, submissionShape } from './mining.ts'

const name = 'mnr_submitBitcoinBlock'

export const mnrSubmitBitcoinBlock = defineMethod({
  name,
  summary: 'Submits a whole Bitcoin block that solves work.',
  params: [required('bitcoinBlock', bareHex)],
  result: submissionSchema,
  cost: 10,
  effect: 'uses-node',
  access: 'everyone',
  handler([block], { node }) {
    const { work } = expectMining(node, name)
    return submissionShape(() => work.submitBitcoinBlock(block))
  },
})
