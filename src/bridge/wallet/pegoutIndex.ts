import type { BitcoinTransaction } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { legacySignatureHash } from '../../bitcoin/transactions/signatureHash.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { pegoutIndex } from '../cells/pegouts.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { isMultisig } from '../federation/recogniseRedeemScript.ts'
import { redeemScriptOf, withoutSignatures } from '../federation/spending.ts'

/*
 * RSKIP379: the Bridge indexes its own transactions by the signature hash of their first input, which does not
 * depend on the signatures.
 */

/** Undefined for transactions that a federation cannot have signed. */
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
  if (!hash) throw new PrecompileFailure('the peg-out has no index hash')
  const cell = pegoutIndex(hash)
  if (cells.load(cell)) throw new PrecompileFailure('the index already contains the peg-out')
  cells.set(cell, new Uint8Array([1]))
}
