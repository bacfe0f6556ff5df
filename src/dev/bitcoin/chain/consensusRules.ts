import { type BitcoinTransaction, finalSequence } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { lockTimeThreshold, relativeWait } from '../../../bitcoin/transactions/interpreter/waitingTimes.ts'
import { isCoinbase, maximumMoney } from '../../../bitcoin/transactions/transactionRules.ts'
import { Rejection } from './bitcoinRejection.ts'
import type { Coin } from './coins.ts'
import { type KnownTransaction, outpointKey } from './knownTransaction.ts'
import { coinbaseMaturity } from './regtest.ts'

/* The rules of transactions that hold in blocks, in the order of Bitcoin Core. */

const maximumPlainSize = 1_000_000
const noOutput = 0xffffffff

/** The rules that depend on the transaction alone. */
export function checkAlone({ transaction, plainSize }: KnownTransaction): void {
  const { inputs, outputs } = transaction
  if (inputs.length === 0) throw new Rejection('bad-txns-vin-empty')
  if (outputs.length === 0) throw new Rejection('bad-txns-vout-empty')
  if (plainSize > maximumPlainSize) throw new Rejection('bad-txns-oversize')
  let total = 0n
  for (const { value } of outputs) {
    if (value < 0n) throw new Rejection('bad-txns-vout-negative')
    if (value > maximumMoney) throw new Rejection('bad-txns-vout-toolarge')
    total += value
    if (total > maximumMoney) throw new Rejection('bad-txns-txouttotal-toolarge')
  }
  if (new Set(inputs.map(outpointKey)).size < inputs.length) throw new Rejection('bad-txns-inputs-duplicate')
  if (isCoinbase(transaction)) {
    const { length } = inputs[0]!.script
    if (length < 2 || length > 100) throw new Rejection('bad-cb-length')
  } else if (inputs.some(isNullOutpoint)) throw new Rejection('bad-txns-prevout-null')
}

const isNullOutpoint = (input: BitcoinTransaction['inputs'][number]): boolean =>
  input.outputIndex === noOutput && input.transactionId.every((byte) => byte === 0)

/** Whether the lock time allows the transaction in a block of this height whose parent has this median time. */
export function isFinal(transaction: BitcoinTransaction, height: number, medianTime: number): boolean {
  const { lockTime, inputs } = transaction
  if (lockTime === 0 || lockTime < (lockTime < lockTimeThreshold ? height : medianTime)) return true
  return inputs.every(({ sequence }) => sequence === finalSequence)
}

/** The place of the next block. */
export interface NextBlock {
  readonly height: number
  /** The median time of the 11 blocks before it. */
  readonly medianTime: number
  /** The median time of the block at a height and the 10 before it. */
  medianTimeAt(height: number): number
}

/** BIP-68: whether the coins are as old as the sequences of the inputs demand. */
export function isOldEnough(
  transaction: BitcoinTransaction,
  coins: readonly Coin[],
  next: NextBlock,
): boolean {
  return transaction.inputs.every(({ sequence }, at) => {
    const wait = relativeWait(sequence, transaction.version)
    if (!wait) return true
    const { height } = coins[at]!
    if (wait.unit === 'blocks') return next.height >= height + wait.count
    return next.medianTime >= next.medianTimeAt(Math.max(0, height - 1)) + wait.count
  })
}

/** Checks the amounts of a transaction that spends the coins in a block of this height; returns its fee. */
export function checkAmounts(
  transaction: BitcoinTransaction,
  coins: readonly Coin[],
  height: number,
): bigint {
  let paidIn = 0n
  for (const coin of coins) {
    const depth = height - coin.height
    if (coin.isCoinbase && depth < coinbaseMaturity) {
      throw new Rejection('bad-txns-premature-spend-of-coinbase', `tried to spend coinbase at depth ${depth}`)
    }
    paidIn += coin.output.value
    if (paidIn > maximumMoney) throw new Rejection('bad-txns-inputvalues-outofrange')
  }
  const paidOut = transaction.outputs.reduce((sum, { value }) => sum + value, 0n)
  if (paidIn < paidOut) {
    throw new Rejection('bad-txns-in-belowout', `value in (${btc(paidIn)}) < value out (${btc(paidOut)})`)
  }
  return paidIn - paidOut
}

/** An amount in bitcoins with eight decimal places. */
export function btc(satoshis: bigint): string {
  const digits = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(9, '0')
  return `${satoshis < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`
}
