import { equalBytes } from '../../../primitives/bytes.ts'
import type { BitcoinTransaction } from '../../../protocol/bitcoin/transaction.ts'
import { unsignedId } from '../bitcoin/spending.ts'
import type { BridgeWorld } from '../bridgeWorld.ts'
import { fundTransactionId, spendTransactionId } from '../cells/validation.ts'
import { isKnownPegout } from '../pegout/pegoutIndex.ts'
import type { PeginCoins } from './coins.ts'
import { classifyByScripts } from './legacyClassification.ts'

/** What a Bitcoin transaction is to the Bridge. */
export type TransactionKind =
  | 'peg-in'
  /** A peg-out, or a migration from one federation to the next. */
  | 'of the federation'
  /** RSKIP419: the two with which a proposed federation proves itself. */
  | 'funds the proof'
  | 'is the proof'
  | 'unknown'

/** `height` is that of the Bitcoin block. */
export function classify(
  world: BridgeWorld,
  transaction: BitcoinTransaction,
  coins: PeginCoins,
  height: number,
): TransactionKind {
  const { pegoutIndexHeight } = world.constants
  // RSKIP379: from some time after the Bridge began to remember its peg-outs.
  if (!world.rules.rskip379 || height < pegoutIndexHeight) return classifyByScripts(world, transaction)
  const proof = classifyProof(world, transaction)
  if (proof) return proof
  if (isKnownPegout(world, transaction)) return 'of the federation'
  return coins.all.length > 0 ? 'peg-in' : 'unknown'
}

function classifyProof(
  { cells, rules }: BridgeWorld,
  transaction: BitcoinTransaction,
): TransactionKind | undefined {
  const fundId = cells.load(fundTransactionId)
  const spendId = cells.load(spendTransactionId)
  if (!fundId && !spendId) return undefined
  const id = unsignedId(transaction, rules)
  if (!id) return undefined
  if (fundId && equalBytes(id, fundId)) return 'funds the proof'
  return spendId && equalBytes(id, spendId) ? 'is the proof' : undefined
}
