import { ScriptFailure } from '../../../bitcoin/transactions/interpreter/scriptFailure.ts'
import { verifySpend } from '../../../bitcoin/transactions/interpreter/verifySpend.ts'
import { isCoinbase } from '../../../bitcoin/transactions/transactionRules.ts'
import { missingInputs, Rejection } from './bitcoinRejection.ts'
import type { Coin, Coins } from './coins.ts'
import { checkAlone, checkAmounts, isFinal, isOldEnough, type NextBlock } from './consensusRules.ts'
import { type KnownTransaction, outpointKey } from './knownTransaction.ts'
import type { Mempool, MempoolEntry } from './mempool.ts'
import { checkInputs, checkStandard, feeFor, minimumFeeRate } from './relayPolicy.ts'
import { checkReplacement, conflictsOf } from './replacement.ts'

/** What a transaction is checked against. */
export interface MempoolContext {
  readonly coins: Coins
  readonly mempool: Mempool
  readonly next: NextBlock
}

/** A transaction that may enter the mempool. */
export interface Admitted {
  readonly fee: bigint
  readonly coins: readonly Coin[]
  /** The keys of the waiting transactions that it replaces. */
  readonly evicted: ReadonlySet<string>
}

const maximumRelatives = 25
/** Virtual bytes of the whole mempool; bounds the memory it takes. */
const maximumMempool = 50_000_000

/** The checks of Bitcoin Core before a transaction enters the mempool, in its order. Throws `Rejection`. */
export function admit(
  known: KnownTransaction,
  { coins, mempool, next }: MempoolContext,
  isReturning = false,
): Admitted {
  const { transaction } = known
  checkAlone(known)
  if (isCoinbase(transaction)) throw new Rejection('coinbase')
  checkStandard(known)
  if (!isFinal(transaction, next.height, next.medianTime)) throw new Rejection('non-final')
  const waiting = mempool.get(known.key)
  if (waiting) throw new Rejection(isSame(waiting, known) ? 'txn-already-in-mempool' : sameIdReason)
  const conflicts = conflictsOf(known, mempool)
  const spent = transaction.inputs.map((input) => {
    const key = outpointKey(input)
    const coin = coins.get(key) ?? mempool.coin(key, next.height)
    if (!coin) throw new Rejection(coins.hasOutputOf(known) ? 'txn-already-known' : missingInputs)
    return coin
  })
  if (!isOldEnough(transaction, spent, next)) throw new Rejection('non-BIP68-final')
  const fee = checkAmounts(transaction, spent, next.height)
  checkInputs(known, spent)
  if (!isReturning) checkFee(known, fee)
  const evicted = checkReplacement(known, fee, conflicts, mempool)
  checkRelatives(known, mempool)
  if (mempool.bytes + known.virtualSize > maximumMempool) throw new Rejection('mempool full')
  verifyScripts(known, spent)
  return { fee, coins: spent, evicted }
}

const sameIdReason = 'txn-same-nonwitness-data-in-mempool'

const isSame = (waiting: MempoolEntry, known: KnownTransaction): boolean =>
  waiting.raw.length === known.raw.length && waiting.raw.every((byte, at) => byte === known.raw[at])

function checkFee({ virtualSize }: KnownTransaction, fee: bigint): void {
  const needed = feeFor(minimumFeeRate, virtualSize)
  if (fee < needed) throw new Rejection('min relay fee not met', `${fee} < ${needed}`)
}

function checkRelatives(known: KnownTransaction, mempool: Mempool): void {
  const ancestors = mempool.ancestorsOf(known)
  if (ancestors.size + 1 > maximumRelatives) {
    throw new Rejection(
      'too-long-mempool-chain',
      `too many unconfirmed ancestors [limit: ${maximumRelatives}]`,
    )
  }
  for (const ancestor of ancestors) {
    if (mempool.descendantsOf(ancestor).size + 1 <= maximumRelatives) continue
    throw new Rejection(
      'too-long-mempool-chain',
      `too many descendants for tx ${ancestor} [limit: ${maximumRelatives}]`,
    )
  }
}

function verifyScripts({ transaction }: KnownTransaction, spent: readonly Coin[]): void {
  const outputs = spent.map(({ output }) => output)
  for (const index of transaction.inputs.keys()) {
    const failure = failureOf(() => verifySpend(transaction, index, outputs, 'policy'))
    if (failure === undefined) continue
    const isMandatory = failureOf(() => verifySpend(transaction, index, outputs, 'consensus')) !== undefined
    const kind = isMandatory ? 'mandatory-script-verify-flag-failed' : 'non-mandatory-script-verify-flag'
    throw new Rejection(`${kind} (${failure})`)
  }
}

function failureOf(verify: () => void): string | undefined {
  try {
    verify()
    return undefined
  } catch (error) {
    if (error instanceof ScriptFailure) return error.message
    throw error
  }
}
