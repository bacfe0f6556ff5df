import type { TransactionOutput } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { rememberedByObject } from '../../primitives/rememberedByObject.ts'
import type { Utxo } from '../cells/utxos.ts'
import {
  type BuildFailure,
  type BuiltTransaction,
  type Draft,
  dustLimit,
  feeFor,
  finish,
  isDust,
} from './draft.ts'
import { totalOf, type Wallet } from './wallet.ts'

/** The payment that a transaction makes. */
export interface Payment {
  readonly version: number
  readonly outputs: readonly TransactionOutput[]
  /** The script that receives the change. */
  readonly changeScript: Uint8Array
  /** Whether the fee is taken from the outputs instead of the change. */
  readonly recipientsPay: boolean
  readonly feePerKb: Satoshis
}

/** Minimum fee per 1000 bytes of a payment, and minimum fee of a refund, in satoshis. */
const minimumFee: Satoshis = 5_000n

const atLeast = (value: Satoshis, minimum: Satoshis): Satoshis => (value < minimum ? minimum : value)

/**
 * Pays outputs from a wallet. The fee depends on the size, which depends on the coins that pay the fee, so the
 * transaction is drafted again with a higher fee until the fee suffices.
 */
export function buildPayment(wallet: Wallet, payment: Payment): BuiltTransaction | BuildFailure {
  if (payment.outputs.some(isDust)) return 'dust-output'
  const coins = inSpendingOrder(wallet.coins)
  const feePerKb = atLeast(payment.feePerKb, minimumFee)
  let fee = 0n
  for (;;) {
    const attempt = draftWithFee(coins, payment, fee)
    if (typeof attempt === 'string') return attempt
    const needed = feeFor(attempt.draft, wallet, feePerKb)
    if (attempt.fee >= needed) return finish(attempt.draft, wallet)
    fee = needed
  }
}

/** By transaction, then by output. Remembered, because every estimate sorts the same coins. */
const inSpendingOrder = rememberedByObject(sortedCoins)

function sortedCoins(coins: readonly Utxo[]): readonly Utxo[] {
  const keyed = coins.map((coin) => ({ coin, id: toHexDigits(coin.transactionId) }))
  keyed.sort((a, b) => (a.id === b.id ? a.coin.outputIndex - b.coin.outputIndex : a.id < b.id ? -1 : 1))
  return keyed.map(({ coin }) => coin)
}

/** A draft and the fee that it pays. */
interface Attempt {
  readonly draft: Draft
  readonly fee: Satoshis
}

function draftWithFee(
  coins: readonly Utxo[],
  { version, outputs, changeScript, recipientsPay }: Payment,
  fee: Satoshis,
): Attempt | BuildFailure {
  const paid = recipientsPay ? sharingFee(outputs, fee) : outputs
  if (paid.length === 0) return 'not-adjustable'
  const target = totalOf(outputs) + (recipientsPay ? 0n : fee)
  const selected = selectCoins(coins, target)
  if (!selected) return 'insufficient-funds'
  const change = { value: totalOf(selected) - target, script: changeScript }
  if (change.value === 0n) return { draft: { version, coins: selected, outputs: paid }, fee }
  if (!isDust(change)) return { draft: { version, coins: selected, outputs: [...paid, change] }, fee }
  // Dust is added to the fee at the expense of the federation, or raised at the expense of the first receiver.
  if (!recipientsPay) return { draft: { version, coins: selected, outputs: paid }, fee: fee + change.value }
  const raised = withRaisedChange(paid, change)
  return raised ? { draft: { version, coins: selected, outputs: raised }, fee } : 'not-adjustable'
}

/** The outputs less their share of the fee, the first also less the remainder; empty when one becomes dust. */
function sharingFee(outputs: readonly TransactionOutput[], fee: Satoshis): readonly TransactionOutput[] {
  const count = BigInt(outputs.length)
  const shared = outputs.map(({ value, script }, index) => ({
    value: value - fee / count - (index === 0 ? fee % count : 0n),
    script,
  }))
  return shared.some(isDust) ? [] : shared
}

function withRaisedChange(
  [first, ...others]: readonly TransactionOutput[],
  change: TransactionOutput,
): readonly TransactionOutput[] | undefined {
  const limit = dustLimit(change)
  const reduced = { ...first!, value: first!.value - (limit - change.value) }
  return isDust(reduced) ? undefined : [reduced, ...others, { ...change, value: limit }]
}

/** The first coins whose sum reaches the target; undefined when the sum of all coins does not. */
function selectCoins(coins: readonly Utxo[], target: Satoshis): readonly Utxo[] | undefined {
  let sum = 0n
  for (const [index, { value }] of coins.entries()) {
    sum += value
    if (sum >= target) return coins.slice(0, index + 1)
  }
  return undefined
}

/** Pays all coins of a wallet to one script, in the order in which the coins arrived. */
export function emptyWallet(
  wallet: Wallet,
  { version, script, feePerKb }: { version: number; script: Uint8Array; feePerKb: Satoshis },
): BuiltTransaction | BuildFailure {
  const { coins } = wallet
  const total = totalOf(coins)
  const fee = feeFor({ version, coins, outputs: [{ value: total, script }] }, wallet, feePerKb)
  const output = { value: total - atLeast(fee, minimumFee), script }
  return isDust(output) ? 'not-adjustable' : finish({ version, coins, outputs: [output] }, wallet)
}
