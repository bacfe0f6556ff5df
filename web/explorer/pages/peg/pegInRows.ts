import { counted } from '../../../shared/format/quantity.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { pegInRefusals } from '../../../shared/sentence/bridgeDeed.ts'
import type { PegEvent } from './pegEvents.ts'
import { inOrder, type PegFacts, type PegInStatus, type PegRow } from './pegRow.ts'

interface Found {
  credit?: PegEvent
  rejection?: PegEvent
  isUnrefundable?: boolean
  status?: PegInStatus
}

/** One row for each payment to the federation that the Bridge or the Bitcoin beside the chain reports. */
export function pegInRows(events: readonly PegEvent[], { status }: PegFacts): readonly PegRow[] {
  const found = new Map<string, Found>()
  const at = (id: string): Found => {
    const known = found.get(id) ?? {}
    found.set(id, known)
    return known
  }
  for (const event of events) {
    if (event.name === 'pegin_btc' || event.name === 'lock_btc') at(event.id('btcTxHash')).credit = event
    if (event.name === 'rejected_pegin') at(event.id('btcTxHash')).rejection = event
    if (event.name === 'unrefundable_pegin') at(event.id('btcTxHash')).isUnrefundable = true
  }
  for (const pegIn of status?.pegIns ?? []) at(pegIn.bitcoinTransaction).status = pegIn
  const refunds = new Map(events.flatMap((event) => refundIn(event)))
  return [...found].map(([id, each]) => pegInRow(id, each, refunds))
}

/** A transaction that sends a rejected payment back, by the Rootstock transaction that registered the payment. */
const refundIn = (event: PegEvent): [string, string][] =>
  event.name === 'release_requested' ? [[event.id('rskTxHash'), event.id('btcTxHash')]] : []

function pegInRow(
  id: string,
  { credit, rejection, isUnrefundable, status }: Found,
  refunds: Map<string, string>,
) {
  const registration = credit ?? rejection
  const isOver = registration !== undefined || status?.stage === 'without-effect'
  const missing = status === undefined ? 0 : status.requiredConfirmations - status.confirmations
  const account = credit === undefined ? undefined : (`0x${credit.id('receiver')}` as Hex)
  const refund = rejection && refunds.get(rejection.transaction.slice(2))
  const steps = inOrder([
    {
      chain: 'Bitcoin',
      name: 'Paid',
      isDone: isOver || (status?.confirmations ?? 0) > 0,
      bitcoinTransaction: id,
    },
    {
      chain: 'Bitcoin',
      name: 'Confirmed',
      isDone: isOver || missing <= 0,
      note: status && `${status.confirmations} of ${status.requiredConfirmations} blocks`,
    },
    {
      chain: 'Rootstock',
      name: 'Registered',
      isDone: isOver,
      transaction: registration?.transaction,
      block: registration?.block,
    },
    {
      chain: 'Rootstock',
      name: credit === undefined && isOver ? 'Not credited' : 'RBTC credited',
      isDone: credit !== undefined,
      isFailed: credit === undefined && isOver,
      note: rejection && (pegInRefusals[rejection.read('reason')] ?? `reason ${rejection.read('reason')}`),
    },
    ...(rejection === undefined
      ? []
      : [
          {
            chain: 'Bitcoin' as const,
            name: isUnrefundable ? 'Stays with the federation' : 'Sent back',
            isDone: !isUnrefundable && refund !== undefined,
            isFailed: isUnrefundable === true,
            bitcoinTransaction: refund,
          },
        ]),
  ])
  const row: PegRow = {
    kind: 'Peg-in',
    satoshis: amountOf(credit, status),
    account,
    bitcoinAddress: credit?.read('senderBtcAddress') || undefined,
    ids: [id, ...(registration ? [registration.transaction.slice(2)] : []), ...(refund ? [refund] : [])],
    steps,
    waitsFor: isOver ? '' : waitOf(status, missing),
    isOpen: !isOver,
    block: registration?.block,
  }
  return row
}

function amountOf(credit: PegEvent | undefined, status: PegInStatus | undefined): bigint | undefined {
  if (credit !== undefined) return BigInt(credit.read('amount') || 0)
  return status === undefined ? undefined : BigInt(status.satoshis)
}

function waitOf(status: PegInStatus | undefined, missing: number): string {
  if (status === undefined) return ''
  if (status.confirmations === 0) return 'Waits for a Bitcoin block that holds the payment.'
  if (missing > 0) return `Waits for ${counted(missing, 'more Bitcoin block')}.`
  return 'Waits for the federation, which registers the payment with the Bridge.'
}
