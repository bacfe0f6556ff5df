import { toQuantity } from '../../../primitives/quantity.ts'
import { estimateAt, estimateNext } from '../../calls/gasEstimate.ts'
import { anyBlockOverrides, anyStateOverrides, callBase } from '../../calls/overrides.ts'
import * as schema from '../../json/schema.ts'
import { blockOf } from '../../method/askedBlock.ts'
import { defineRead } from '../../method/method.ts'
import { estimateBlockReference, latestBlock, pendingBlock } from '../../params/blockReference.ts'
import { strictCallObject } from '../../params/callObject.ts'
import { optional, required } from '../../params/parameter.ts'

export const ethEstimateGas = defineRead({
  name: 'eth_estimateGas',
  summary: 'The least gas with which a call succeeds; for a call that fails, the gas used until it failed.',
  params: [
    required('call', strictCallObject),
    optional('block', estimateBlockReference, latestBlock),
    optional('stateOverride', anyStateOverrides, undefined),
    optional('blockOverride', anyBlockOverrides, undefined),
  ],
  developmentParams: 2,
  result: schema.quantity,
  cost: 20,
  asks: blockOf('block', { usesPending: true }),
  upstream: 'trusted',
  light: 'executed',
  handler([call, reference, ofState, ofBlock], context) {
    const { settings } = context
    // On a development chain an estimate is for the next block, because clients send `latest` by default.
    const isForNext = settings.development !== undefined && reference.selector === 'latest'
    const where = isForNext ? pendingBlock : reference
    if (where.selector === 'pending' && ofState === undefined && ofBlock === undefined) {
      return toQuantity(estimateNext(call, context))
    }
    const base = callBase(where, ofState, ofBlock, context)
    return toQuantity(estimateAt(base, call, context))
  },
})
