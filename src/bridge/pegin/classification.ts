import type { BitcoinTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { fundTransactionId, spendTransactionId } from '../cells/validation.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { unsignedId } from '../federation/spending.ts'
import { isKnownPegout } from '../wallet/pegoutIndex.ts'
import type { PeginCoins } from './coins.ts'
import { classifyByScripts, type TransactionKind } from './legacyClassification.ts'

/** Classifies a transaction in the Bitcoin block at `height`. */
export function classify(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  coins: PeginCoins,
  height: number,
): TransactionKind {
  const { pegoutIndexHeight } = context.constants
  // RSKIP379: the index of peg-outs is complete from this height on.
  if (!context.rules.rskip379 || height < pegoutIndexHeight) return classifyByScripts(context, transaction)
  const validation = classifyValidation(context, transaction)
  if (validation) return validation
  if (isKnownPegout(context, transaction)) return 'federation-payment'
  return coins.all.length > 0 ? 'peg-in' : 'unknown'
}

function classifyValidation(
  { cells, rules }: BridgeContext,
  transaction: BitcoinTransaction,
): TransactionKind | undefined {
  const fundId = cells.load(fundTransactionId)
  const spendId = cells.load(spendTransactionId)
  if (!fundId && !spendId) return undefined
  const id = unsignedId(transaction, rules)
  if (!id) return undefined
  if (fundId && equalBytes(id, fundId)) return 'validation-fund'
  return spendId && equalBytes(id, spendId) ? 'validation-spend' : undefined
}
