import { counted, integerOf } from '../format/quantity.ts'
import type { Hex, Log } from '../rpc/answers.ts'
import { account, type Piece, sum } from './piece.ts'

export const remasc: Hex = '0x0000000000000000000000000000000001000008'

/** The sentence of the last transaction of a block, which shares the fees of an older one. */
export function remascDeed(logs: readonly Log[]): Piece[] {
  const amounts = logs.flatMap((log) => readPayment(log) ?? []).map(({ amount }) => integerOf(amount))
  const paid = amounts.filter((amount) => amount > 0n)
  if (paid.length === 0) return [account(remasc), ' had no fees to pay']
  const receivers = ` to ${counted(paid.length, 'receiver')}`
  return [account(remasc), ' paid ', sum(paid.reduce((total, amount) => total + amount)), receivers]
}

/** A payment that REMASC has logged. */
export interface Payment {
  readonly to: Hex
  readonly amount: Hex
  /** The block whose fees are shared. */
  readonly blockHash: Hex
  readonly transactionHash: Hex
}

/** The data is RLP: a list of the block's hash and the amount. Undefined for other logs. */
export function readPayment({
  topics,
  data,
  transactionHash,
}: Pick<Log, 'topics' | 'data' | 'transactionHash'>): Payment | undefined {
  const [, blockHash, rest = ''] = /^0x[c-e][0-9a-f]a0([0-9a-f]{64})([0-9a-f]*)$/.exec(data) ?? []
  const receiver = topics[1]
  if (blockHash === undefined || receiver === undefined) return undefined
  const first = Number.parseInt(rest.slice(0, 2), 16)
  const digits = first < 0x80 ? rest.slice(0, 2) : rest.slice(2)
  return {
    to: `0x${receiver.slice(-40)}`,
    amount: `0x${digits || '0'}`,
    blockHash: `0x${blockHash}`,
    transactionHash,
  }
}
