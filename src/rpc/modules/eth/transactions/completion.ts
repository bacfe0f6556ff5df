import { estimateNext } from '../../../calls/gasEstimate.ts'
import { refuseTwoData } from '../../../calls/simulation.ts'
import type { RpcContext } from '../../../method/context.ts'
import type { CallObject } from '../../../params/callObject.ts'
import { minimumGasPrice } from '../fees/recommended.ts'

/** On a development chain, a transaction without gas or price gets the estimate and the least price. */
export function completed(call: CallObject, context: RpcContext): CallObject {
  const { node, settings } = context
  if (settings.development === undefined) return call
  refuseTwoData(call, settings)
  const priced = { ...call, gasPrice: call.gasPrice ?? minimumGasPrice(node) }
  if ((call.gas ?? call.gasLimit) !== undefined) return priced
  return { ...priced, gas: BigInt(estimateNext(priced, context)) }
}
