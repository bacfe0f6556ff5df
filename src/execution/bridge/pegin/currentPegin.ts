import type { BridgeCall } from '../bridgeWorld.ts'
import { minimumPegin } from './minimum.ts'
import {
  accept,
  emitRejected,
  emitUnrefundable,
  type Pegin,
  paysDifferentFederations,
  refundAddressOf,
  refundPegin,
  rejection,
  unrefundable,
} from './pegin.ts'
import { markProcessed } from './processed.ts'

interface Refusal {
  readonly reason: bigint
  /** Why the coins cannot be sent back although the sender may be known. */
  readonly unrefundable?: bigint
}

/** RSKIP379: neither the whitelist nor the locking cap is asked any more. */
export function processPegin(bridge: BridgeCall, pegin: Pegin): void {
  const refusal = reasonToRefuse(bridge, pegin)
  if (!refusal) {
    accept(bridge, pegin)
    return
  }
  emitRejected(bridge, pegin, refusal.reason)
  const refundAddress = refundAddressOf(pegin)
  if (refusal.unrefundable === undefined && refundAddress) {
    refundPegin(bridge, pegin, refundAddress)
    markProcessed(bridge, pegin.id)
    return
  }
  emitUnrefundable(bridge, pegin, refusal.unrefundable ?? unrefundable.undeterminedSender)
  // RSKIP459 did not want to see it again; RSKIP551 does.
  if (bridge.rules.rskip459 && !bridge.rules.rskip551) markProcessed(bridge, pegin.id)
}

function reasonToRefuse(bridge: BridgeCall, pegin: Pegin): Refusal | undefined {
  const { coins, sender, instructions } = pegin
  const minimum = minimumPegin(bridge)
  if (coins.all.length === 0 || coins.all.some(({ value }) => value < minimum)) {
    return { reason: rejection.invalidAmount, unrefundable: unrefundable.invalidAmount }
  }
  if (instructions === 'malformed') {
    return { reason: rejection.malformedInstructions }
  }
  if (instructions) return undefined
  if (!sender) return { reason: rejection.undeterminedSender }
  if ('account' in sender) return undefined
  const reason = rejection.multisigSender
  // A refund cannot spend in two ways at once.
  return paysDifferentFederations(bridge, pegin)
    ? { reason, unrefundable: unrefundable.differentFederations }
    : { reason }
}
