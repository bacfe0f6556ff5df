import { counted } from '../../../shared/format/quantity.ts'
import type { Hex } from '../../../shared/rpc/answers.ts'
import { pegOutRefusals, weiInSatoshi } from '../../../shared/sentence/bridgeDeed.ts'
import { bitcoinTransactionId } from './bitcoinTransactionId.ts'
import type { PegEvent } from './pegEvents.ts'
import { inOrder, type PegFacts, type PegOutStatus, type PegRow } from './pegRow.ts'

/** A Bitcoin transaction of the Bridge, which pays one or several peg-outs. */
interface Payment {
  readonly creation: PegEvent
  /** Before signatures; a transaction with witnesses keeps it. */
  readonly unsignedId: string
  confirmation?: PegEvent
  signatures: number
  release?: PegEvent
}

/** One row for each request for a peg-out. */
export function pegOutRows(events: readonly PegEvent[], facts: PegFacts): readonly PegRow[] {
  const byRequest = new Map<string, Payment>()
  const byBitcoinId = new Map<string, Payment>()
  const byCreation = new Map<string, Payment>()
  for (const event of events) {
    if (event.name === 'release_requested') {
      const payment = { creation: event, unsignedId: event.id('btcTxHash'), signatures: 0 }
      byBitcoinId.set(payment.unsignedId, payment)
      byCreation.set(event.id('rskTxHash'), payment)
      // Before batches the event names the request itself.
      byRequest.set(event.id('rskTxHash'), payment)
    }
    if (event.name === 'batch_pegout_created') {
      const payment = byBitcoinId.get(event.id('btcTxHash'))
      const requests = event.id('releaseRskTxHashes').match(/.{64}/g) ?? []
      if (payment) for (const request of requests) byRequest.set(request, payment)
    }
    const confirmed = event.name === 'pegout_confirmed' && byBitcoinId.get(event.id('btcTxHash'))
    if (confirmed) confirmed.confirmation = event
    const signed = byCreation.get(event.id('releaseRskTxHash'))
    if (event.name === 'add_signature' && signed) signed.signatures++
    if (event.name === 'release_btc' && signed) signed.release = event
  }
  return events.flatMap((event) => {
    if (event.name === 'release_request_rejected') return [rejectedRow(event)]
    if (event.name !== 'release_request_received') return []
    const request = event.transaction.slice(2)
    const status = facts.status?.pegOuts.find(({ transaction }) => transaction === event.transaction)
    return [pegOutRow(event, byRequest.get(request), status, facts)]
  })
}

function pegOutRow(
  request: PegEvent,
  payment: Payment | undefined,
  status: PegOutStatus | undefined,
  facts: PegFacts,
): PegRow {
  const { height, requiredBlocks, requiredSignatures } = facts
  const signedId = payment?.release && bitcoinTransactionId(payment.release.read('btcRawTransaction'))
  const due = payment === undefined ? undefined : payment.creation.block + requiredBlocks
  const isConfirmed =
    payment?.confirmation !== undefined || (payment?.signatures ?? 0) > 0 || signedId !== undefined
  const isPaid = status?.stage === 'paid'
  const newest = payment?.release ?? payment?.confirmation ?? payment?.creation ?? request
  return {
    kind: 'Peg-out',
    satoshis: satoshisOf(request.read('amount')),
    account: `0x${request.id('sender')}` as Hex,
    bitcoinAddress: request.read('btcDestinationAddress'),
    ids: [request.transaction.slice(2), payment?.unsignedId, signedId].filter((id) => id !== undefined),
    steps: inOrder([
      {
        chain: 'Rootstock',
        name: 'Requested',
        isDone: true,
        transaction: request.transaction,
        block: request.block,
      },
      {
        chain: 'Rootstock',
        name: 'Bitcoin transaction made',
        isDone: payment !== undefined,
        transaction: payment?.creation.transaction,
        block: payment?.creation.block,
      },
      {
        chain: 'Rootstock',
        name: 'Confirmed',
        isDone: isConfirmed,
        note: due === undefined ? `after ${requiredBlocks} blocks` : `from block ${due} on`,
        transaction: payment?.confirmation?.transaction,
      },
      {
        chain: 'Rootstock',
        name: 'Signed by the federation',
        isDone: payment?.release !== undefined,
        note:
          requiredSignatures === undefined
            ? undefined
            : `${payment?.signatures ?? 0} of ${requiredSignatures} signatures`,
        transaction: payment?.release?.transaction,
        block: payment?.release?.block,
      },
      {
        chain: 'Bitcoin',
        name: 'Paid',
        isDone: isPaid,
        isFailed: status?.stage === 'refused',
        note: isPaid ? counted(status?.confirmations ?? 0, 'confirmation') : undefined,
        bitcoinTransaction: signedId ?? payment?.unsignedId,
      },
    ]),
    waitsFor: isPaid ? '' : waitOf(payment, status, due, facts, isConfirmed),
    isOpen: !isPaid && (payment?.release === undefined || status !== undefined),
    block: newest.block > height ? height : newest.block,
  }
}

function waitOf(
  payment: Payment | undefined,
  status: PegOutStatus | undefined,
  due: bigint | undefined,
  { height, nextBatch, requiredSignatures = 0n }: PegFacts,
  isConfirmed: boolean,
): string {
  if (payment === undefined || due === undefined) {
    if (status?.stage === 'waiting-for-coins')
      return 'Waits for bitcoins: the federation does not hold enough.'
    const left = (nextBatch ?? 0n) - height
    const when = left > 0n ? `, which is ${counted(left, 'block')} away` : ''
    return `Waits for the next batch of peg-outs${when}.`
  }
  if (!isConfirmed) {
    const left = due - height
    return left > 0n
      ? `Waits for ${counted(left, 'more Rootstock block')}.`
      : 'Waits for the federation, which confirms it.'
  }
  if (payment.release === undefined) {
    const left = requiredSignatures - BigInt(payment.signatures)
    return left > 0n
      ? `Waits for ${counted(left, 'more signature')}.`
      : 'Waits for signatures of the federation.'
  }
  if (status?.stage === 'refused') return `${status.next}.`
  return status === undefined
    ? 'Sent to Bitcoin. The Bridge does not report whether a Bitcoin block holds it.'
    : 'Waits for a Bitcoin block that holds the payment.'
}

const rejectedRow = (event: PegEvent): PegRow => ({
  kind: 'Peg-out',
  satoshis: satoshisOf(event.read('amount')),
  account: `0x${event.id('sender')}` as Hex,
  bitcoinAddress: undefined,
  ids: [event.transaction.slice(2)],
  steps: inOrder([
    {
      chain: 'Rootstock',
      name: 'Refused',
      isDone: false,
      isFailed: true,
      note: pegOutRefusals[event.read('reason')] ?? `reason ${event.read('reason')}`,
      transaction: event.transaction,
      block: event.block,
    },
  ]),
  waitsFor: '',
  isOpen: false,
  block: event.block,
})

/** Since RSKIP427 the event has wei, before satoshis. The minimum peg-out has more wei than there are satoshis. */
function satoshisOf(text: string): bigint {
  const amount = BigInt(text || 0)
  return amount > 21_000_000n * 100_000_000n ? amount / weiInSatoshi : amount
}
