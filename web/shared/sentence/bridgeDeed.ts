import { type DecodedItem, decodeEvent, decodeInput } from '../abi/contracts.ts'
import { counted, integerOf } from '../format/quantity.ts'
import type { Hex, Receipt, Transaction } from '../rpc/answers.ts'
import { account, type Piece, sum, type Tense } from './piece.ts'

export const bridge: Hex = '0x0000000000000000000000000000000001000006'

export const weiInSatoshi = 10_000_000_000n

interface BridgeFacts {
  readonly transaction: Transaction
  readonly receipt: Receipt | undefined
}

/** What a transaction to the Bridge did, by its logs; undefined for calls that need no words of their own. */
export function bridgeDeed({ transaction, receipt }: BridgeFacts, verb: Tense): Piece[] | undefined {
  const { input, value } = transaction
  for (const log of receipt?.logs ?? []) {
    if (log.address.toLowerCase() !== bridge) continue
    const event = decodeEvent(log.address, log.topics, log.data)
    const deed =
      event === undefined ? undefined : eventDeeds[event.item.name ?? '']?.(reader(event), transaction)
    if (deed !== undefined) return deed
  }
  const called = decodeInput(bridge, input ?? '0x')
  if (called?.item.name === 'receiveHeaders') {
    const count = called.parameters[0]?.parts?.length ?? 0
    return [
      verb('bring', 'brings', 'brought'),
      ` ${counted(count, 'Bitcoin header')} to the `,
      account(bridge),
    ]
  }
  const isPegOut =
    receipt === undefined && integerOf(value) > 0n && (called?.item.name ?? 'releaseBtc') === 'releaseBtc'
  return isPegOut
    ? ['pays ', sum(integerOf(value)), ' to the ', account(bridge), ', a request for a peg-out']
    : undefined
}

type Read = (name: string) => string

const reader =
  ({ parameters }: DecodedItem): Read =>
  (name) =>
    parameters.find((parameter) => parameter.name === name)?.text ?? ''

const bitcoin = (text: string): Piece => ({ kind: 'bitcoin', text: text.replace(/^0x/, '') })

/** Reasons of the Bridge by their numbers. */
export const pegOutRefusals: Readonly<Record<string, string>> = {
  '1': 'the amount is too low',
  '2': 'a contract asked for it',
  '3': 'the fees exceed the amount',
}

export const pegInRefusals: Readonly<Record<string, string>> = {
  '1': 'the locking cap is surpassed',
  '2': 'the sender is a multisignature address',
  '3': 'the sender is unknown',
  '4': 'the instructions are malformed',
  '5': 'the amount is below the minimum',
}

/** By the name of the event. The first event of a transaction with an entry here gives its sentence. */
const eventDeeds: Readonly<Record<string, (read: Read, transaction: Transaction) => Piece[]>> = {
  release_request_received: (read, { value }) => {
    // Before RSKIP326 the event has the hash of the key only.
    const destination = read('btcDestinationAddress')
    const to: Piece[] = destination.startsWith('0x') ? [' requested'] : [' to ', bitcoin(destination)]
    return ['paid ', sum(integerOf(value)), ' to the ', account(bridge), ': peg-out', ...to]
  },
  release_request_rejected: (read, { value }) => {
    const reason = pegOutRefusals[read('reason')] ?? `of reason ${read('reason')}`
    return [
      'paid ',
      sum(integerOf(value)),
      ' to the ',
      account(bridge),
      `: peg-out refused, because ${reason}`,
    ]
  },
  pegin_btc: pegInDeed,
  lock_btc: pegInDeed,
  rejected_pegin: (read) => {
    const reason = pegInRefusals[read('reason')] ?? `of reason ${read('reason')}`
    return [
      'registered Bitcoin transaction ',
      bitcoin(read('btcTxHash')),
      `: peg-in refused, because ${reason}`,
    ]
  },
  release_btc: (read) => [
    'added the last signature to the peg-out of ',
    { kind: 'transaction', hash: `0x${read('releaseRskTxHash').replace(/^0x/, '')}` },
  ],
  add_signature: (read) => [
    'signed the peg-out of ',
    { kind: 'transaction', hash: `0x${read('releaseRskTxHash').replace(/^0x/, '')}` },
  ],
}

function pegInDeed(read: Read): Piece[] {
  const amount = sum(BigInt(read('amount') || 0) * weiInSatoshi)
  const receiver: Hex = `0x${read('receiver').replace(/^0x/, '')}`
  return [
    'registered Bitcoin transaction ',
    bitcoin(read('btcTxHash')),
    ': peg-in of ',
    amount,
    ' for ',
    account(receiver),
  ]
}
