import type { BridgeCall } from '../context/bridgeContext.ts'
import { minimumPegin } from './coins.ts'
import {
  accept,
  emitRejected,
  emitUnrefundable,
  type Pegin,
  type PeginPayment,
  paysDifferentFederations,
  readPegin,
  refundAddressOf,
  refundPegin,
  rejection,
  unrefundable,
} from './pegin.ts'
import { markProcessed } from './processed.ts'

interface Refusal {
  readonly reason: bigint
  /** Why the coins cannot be refunded, even if the sender is known. */
  readonly unrefundable?: bigint
}

/** Since RSKIP379 neither the whitelist nor the locking cap applies. */
export function processPegin(bridge: BridgeCall, payment: PeginPayment): void {
  // A payment below the minimum is refused before its sender is determined.
  if (paysTooLittle(bridge, payment)) {
    emitRejected(bridge, payment, rejection.invalidAmount)
    keep(bridge, payment, unrefundable.invalidAmount)
    return
  }
  const pegin = readPegin(bridge, payment)
  const refusal = reasonToRefuse(bridge, pegin)
  if (refusal) refuse(bridge, pegin, refusal)
  else accept(bridge, pegin)
}

function refuse(bridge: BridgeCall, pegin: Pegin, refusal: Refusal): void {
  emitRejected(bridge, pegin, refusal.reason)
  const refundAddress = refundAddressOf(pegin)
  if (refusal.unrefundable === undefined && refundAddress) {
    refundPegin(bridge, pegin, refundAddress)
    markProcessed(bridge, pegin.id)
  } else keep(bridge, pegin, refusal.unrefundable ?? unrefundable.undeterminedSender)
}

/** The coins stay with the federation and are credited to no account. */
function keep(bridge: BridgeCall, payment: PeginPayment, reason: bigint): void {
  emitUnrefundable(bridge, payment, reason)
  // From RSKIP459 until RSKIP551 such a transaction cannot be registered again.
  if (bridge.rules.rskip459 && !bridge.rules.rskip551) markProcessed(bridge, payment.id)
}

function paysTooLittle(bridge: BridgeCall, { coins }: PeginPayment): boolean {
  const minimum = minimumPegin(bridge)
  return coins.all.length === 0 || coins.all.some(({ value }) => value < minimum)
}

function reasonToRefuse(bridge: BridgeCall, pegin: Pegin): Refusal | undefined {
  const { sender, instructions } = pegin
  if (instructions === 'malformed') return { reason: rejection.malformedInstructions }
  if (instructions) return undefined
  if (!sender) return { reason: rejection.undeterminedSender }
  if ('account' in sender) return undefined
  const reason = rejection.multisigSender
  // A refund cannot spend from federations of two formats.
  return paysDifferentFederations(bridge, pegin)
    ? { reason, unrefundable: unrefundable.differentFederations }
    : { reason }
}
