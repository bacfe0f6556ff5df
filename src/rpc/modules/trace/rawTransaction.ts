import { simulatedCall } from '../../calls/simulation.ts'
import { defineRead } from '../../method/method.ts'
import { callBlockReference, latestBlock } from '../../params/blockReference.ts'
import { data } from '../../params/data.ts'
import { namedOnDevelopment, optional, required } from '../../params/parameter.ts'
import { decodeSubmission } from '../../submission/submission.ts'
import { expectTracedBlock, streamTrace } from './findTraced.ts'
import { replayParts, replaySchema } from './replayParts.ts'

export const traceRawTransaction = defineRead({
  name: 'trace_rawTransaction',
  summary:
    'Executes a signed transaction on the state after a block, the best one by default, without submitting it; the sender’s nonce and balance are not checked.',
  params: [
    required('transaction', namedOnDevelopment('transaction', data)),
    required('types', replayParts),
    optional('block', callBlockReference, latestBlock),
  ],
  result: replaySchema,
  cost: 50,
  upstream: 'never',
  isLong: true,
  light: 'executed',
  handler([bytes, parts, reference], context) {
    const { node, settings } = context
    const transaction = decodeSubmission(bytes, node)
    const { sender, to, value, data: input, gasLimitValue, gasPriceValue } = transaction
    const unused = {
      gasLimit: undefined,
      nonce: undefined,
      chainId: undefined,
      hasTwoData: false,
      members: {},
    }
    const paid = { gas: gasLimitValue, gasPrice: gasPriceValue }
    const object = { ...unused, ...paid, from: sender, to, value, data: input }
    const { accessList, authorizations } = transaction
    const call = {
      ...simulatedCall(object, settings.callGasCap, context),
      ...(accessList && { accessList, authorizations }),
    }
    const calls = [{ call, parts }]
    const { hash: block, pending } = expectTracedBlock(reference, node)
    return streamTrace({ kind: 'parity-calls', calls, base: { block }, isSingle: true }, context, pending)
  },
})
