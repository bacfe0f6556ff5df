import { simulatedCall } from '../../calls/simulation.ts'
import { StreamedJson } from '../../json/streamedJson.ts'
import { defineMethod } from '../../method/method.ts'
import { data } from '../../params/data.ts'
import { required } from '../../params/parameter.ts'
import { decodeSubmission } from '../../submission/submission.ts'
import { replayParts, replaySchema } from './replayParts.ts'

export const traceRawTransaction = defineMethod({
  name: 'trace_rawTransaction',
  summary:
    'Executes a signed transaction on the state after the best block without submitting it; the sender’s nonce and balance are not checked.',
  params: [required('transaction', data), required('types', replayParts)],
  result: replaySchema,
  cost: 50,
  placement: 'reader',
  isLong: true,
  handler([bytes, parts], { node, settings, work }) {
    const { sender, to, value, data: input, gasLimitValue, gasPriceValue } = decodeSubmission(bytes)
    const unused = { gasLimit: undefined, nonce: undefined, chainId: undefined }
    const object = {
      ...unused,
      from: sender,
      to,
      value,
      data: input,
      gas: gasLimitValue,
      gasPrice: gasPriceValue,
    }
    const calls = [{ call: simulatedCall(object, settings.callGasCap), parts }]
    const block = node.chain.head.hash
    return new StreamedJson(
      node.traces.trace({ kind: 'parity-calls', calls, block, isSingle: true }, undefined, work),
    )
  },
})
