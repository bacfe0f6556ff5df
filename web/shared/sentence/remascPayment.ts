import type { Hex, Log } from '../rpc/answers.ts'

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
