import type { BridgeCall } from '../context/bridgeContext.ts'
import { isWithinLockingCap } from '../governance/lockingCap.ts'
import { passesWhitelist } from '../governance/whitelist.ts'
import {
  accept,
  emitRejected,
  emitUnrefundable,
  type Pegin,
  type PeginPayment,
  readPegin,
  refundAddressOf,
  refundPegin,
  rejection,
  unrefundable,
} from './pegin.ts'
import { markProcessed } from './processed.ts'
import type { PeginSender } from './sender.ts'

/** Before RSKIP379. `height` is that of the Bitcoin block; the whitelist ends at such a height. */
export function processLegacyPegin(bridge: BridgeCall, payment: PeginPayment, height: number): void {
  const pegin = readPegin(bridge, payment)
  const { sender, instructions } = pegin
  if (instructions === 'malformed' || (!sender && !instructions)) {
    // Before RSKIP170 such a transaction could be registered repeatedly.
    if (!bridge.rules.rskip170) return
    emitRejected(bridge, pegin, rejection.malformedInstructions)
    sendBack(bridge, pegin)
  } else if (instructions) processWithInstructions(bridge, pegin)
  else if (sender) processBySender(bridge, pegin, sender, height)
}

function processWithInstructions(bridge: BridgeCall, pegin: Pegin): void {
  if (isWithinLockingCap(bridge, pegin.amount)) {
    accept(bridge, pegin)
    return
  }
  emitRejected(bridge, pegin, rejection.capSurpassed)
  sendBack(bridge, pegin)
}

function processBySender(bridge: BridgeCall, pegin: Pegin, sender: PeginSender, height: number): void {
  const { rules } = bridge
  // RSKIP143 refunds senders with a script or a witness.
  if (sender.kind !== 'public-key' && !rules.rskip143) {
    emitRejected(bridge, pegin, rejection.undeterminedSender)
    return
  }
  const canLock = sender.kind === 'public-key' || sender.kind === 'witness-public-key'
  const isAccepted =
    canLock &&
    passesWhitelist(bridge, sender.address.hash, pegin.amount, height) &&
    isWithinLockingCap(bridge, pegin.amount)
  if (isAccepted) {
    accept(bridge, pegin)
    return
  }
  if (!canLock) emitRejected(bridge, pegin, rejection.multisigSender)
  else if (!isWithinLockingCap(bridge, pegin.amount)) emitRejected(bridge, pegin, rejection.capSurpassed)
  sendBack(bridge, pegin)
}

function sendBack(bridge: BridgeCall, pegin: Pegin): void {
  const address = refundAddressOf(pegin)
  if (address) refundPegin(bridge, pegin, address)
  else {
    const hasInstructions = typeof pegin.instructions === 'object'
    const reason = hasInstructions ? unrefundable.noRefundAddress : unrefundable.undeterminedSender
    emitUnrefundable(bridge, pegin, reason)
  }
  markProcessed(bridge, pegin.id)
}
