import { legacySignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import type { BitcoinTransaction } from '../../bitcoin/transactions/transaction.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { pegoutIndex } from '../cells/pegouts.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { isMultisig } from '../federation/recogniseRedeemScript.ts'
import { redeemScriptOf, withoutSignatures } from '../federation/spending.ts'

/*
 * RSKIP379: the Bridge remembers its own transactions by the hash that is signed for their first input, because
 * that stays the same whatever signatures they get.
 */

/** Undefined for transactions that no federation can have made. */
function indexHash(transaction: BitcoinTransaction): Uint8Array | undefined {
  const first = transaction.inputs[0]
  const redeemScript = first && redeemScriptOf(first)
  if (!redeemScript || !isMultisig(redeemScript)) return undefined
  const unsigned = withoutSignatures(transaction)
  return unsigned && legacySignatureHash(unsigned, 0, redeemScript)
}

export function isKnownPegout({ cells }: BridgeContext, transaction: BitcoinTransaction): boolean {
  const hash = indexHash(transaction)
  return hash !== undefined && cells.load(pegoutIndex(hash)) !== undefined
}

export function rememberPegout({ cells }: BridgeContext, transaction: BitcoinTransaction): void {
  const hash = indexHash(transaction)
  if (!hash) throw new PrecompileFailure('a peg-out cannot be recognised later')
  const cell = pegoutIndex(hash)
  if (cells.load(cell)) throw new PrecompileFailure('there was such a peg-out before')
  cells.set(cell, new Uint8Array([1]))
}
