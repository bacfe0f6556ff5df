import { Rejection } from './bitcoinRejection.ts'
import { type KnownTransaction, outpointKey } from './knownTransaction.ts'
import type { Mempool, MempoolEntry } from './mempool.ts'
import { feeFor, minimumFeeRate } from './relayPolicy.ts'

/* Replacement of waiting transactions that signal it (BIP-125), as Bitcoin Core 27 does by default. */

const firstNotReplaceable = 0xfffffffe
const maximumReplaced = 100

const signalsReplacement = ({ transaction }: KnownTransaction): boolean =>
  transaction.inputs.some(({ sequence }) => sequence < firstNotReplaceable)

/** The waiting transactions that spend the same outputs. Rejects one that does not allow its replacement. */
export function conflictsOf(known: KnownTransaction, mempool: Mempool): MempoolEntry[] {
  const keys = new Set(
    known.transaction.inputs.flatMap((input) => mempool.spenderOf(outpointKey(input)) ?? []),
  )
  const conflicts = [...keys].map((key) => mempool.get(key)!)
  if (!conflicts.every(signalsReplacement)) throw new Rejection('txn-mempool-conflict')
  return conflicts
}

/** Checks that a transaction pays enough to replace others; returns the keys of all that it evicts. */
export function checkReplacement(
  known: KnownTransaction,
  fee: bigint,
  conflicts: readonly MempoolEntry[],
  mempool: Mempool,
): ReadonlySet<string> {
  const evicted = new Set(conflicts.flatMap(({ key }) => [...mempool.descendantsOf(key)]))
  if (evicted.size === 0) return evicted
  if ([...mempool.ancestorsOf(known)].some((key) => evicted.has(key))) {
    throw new Rejection('bad-txns-spends-conflicting-tx')
  }
  for (const conflict of conflicts) {
    if (fee * BigInt(conflict.virtualSize) <= conflict.fee * BigInt(known.virtualSize)) {
      throw new Rejection(
        'insufficient fee',
        `rejecting replacement ${known.key}; its fee rate is not higher`,
      )
    }
  }
  if (evicted.size > maximumReplaced) throw new Rejection('too many potential replacements')
  checkNoNewParents(known, conflicts, mempool)
  const evictedFees = [...evicted].reduce((sum, key) => sum + mempool.get(key)!.fee, 0n)
  if (fee < evictedFees + feeFor(minimumFeeRate, known.virtualSize)) {
    throw new Rejection('insufficient fee', `rejecting replacement ${known.key}, not enough additional fees`)
  }
  return evicted
}

function checkNoNewParents(
  known: KnownTransaction,
  conflicts: readonly MempoolEntry[],
  mempool: Mempool,
): void {
  const oldParents = new Set(conflicts.flatMap((conflict) => mempool.parentsOf(conflict)))
  if (mempool.parentsOf(known).some((parent) => !oldParents.has(parent))) {
    throw new Rejection('replacement-adds-unconfirmed')
  }
}
