import type { TransactionInput } from '../../../../bitcoin/transactions/transaction.ts'
import { isCoinbase } from '../../../../bitcoin/transactions/transactionRules.ts'
import { toHexDigits } from '../../../../primitives/hex.ts'
import type { KnownTransaction } from '../../chain/knownTransaction.ts'
import { bitcoins } from '../amounts.ts'
import type { JsonObject } from '../json.ts'
import { outputScriptShape, scriptShape } from './scriptShapes.ts'

/** A transaction as `decoderawtransaction` shows it. */
export function transactionShape(known: KnownTransaction): JsonObject {
  const { transaction } = known
  const isFirst = isCoinbase(transaction)
  return {
    txid: known.key,
    hash: toHexDigits(known.hash),
    version: transaction.version,
    size: known.raw.length,
    vsize: known.virtualSize,
    weight: known.weight,
    locktime: transaction.lockTime,
    vin: transaction.inputs.map((input) => inputShape(input, isFirst)),
    vout: transaction.outputs.map(({ value, script }, n) => ({
      value: bitcoins(value),
      n,
      scriptPubKey: outputScriptShape(script),
    })),
  }
}

function inputShape(
  { transactionId, outputIndex, script, sequence, witness }: TransactionInput,
  isFirst: boolean,
): JsonObject {
  const origin = isFirst
    ? { coinbase: toHexDigits(script) }
    : {
        txid: toHexDigits(transactionId),
        vout: outputIndex,
        scriptSig: scriptShape(script, true),
      }
  return { ...origin, ...(witness.length > 0 && { txinwitness: witness.map(toHexDigits) }), sequence }
}
