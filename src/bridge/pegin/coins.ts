import { paidPublicKeyHash, paidScriptHash, paysPublicKey } from '../../bitcoin/scripts/outputScripts.ts'
import { tryToParseScript } from '../../bitcoin/scripts/scriptChunks.ts'
import { type BitcoinTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { isCoinbase, type Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import type { Utxo } from '../cells/utxos.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import { scriptHash } from '../federation/redeemScript.ts'

/** The outputs of a transaction that pay to a script with this hash, in their order. */
export function coinsPaidTo(transaction: BitcoinTransaction, hash: Uint8Array): Utxo[] {
  const transactionId = transactionIdOf(transaction)
  const isFromCoinbase = isCoinbase(transaction)
  return transaction.outputs.flatMap(({ value, script }, outputIndex) => {
    const paidHash = hashForWallet(script)
    if (!paidHash || !equalBytes(paidHash, hash)) return []
    return [{ value, script, transactionId, outputIndex, isCoinbase: isFromCoinbase }]
  })
}

/** The script hash that the reference node's wallet finds in an output; some malformed outputs make it fail. */
function hashForWallet(script: Uint8Array): Uint8Array | undefined {
  const hash = paidScriptHash(script)
  if (hash) return hash
  const chunks = tryToParseScript(script)
  if (chunks && !paysPublicKey(chunks)) paidPublicKeyHash(chunks)
  return undefined
}

/** The outputs of a transaction that pay to the federations. */
export interface PeginCoins {
  readonly active: readonly Utxo[]
  readonly retiring: readonly Utxo[]
  /** Both, in the order of the outputs. */
  readonly all: readonly Utxo[]
}

export function peginCoins(context: BridgeContext, transaction: BitcoinTransaction): PeginCoins {
  const federations = liveFederations(context)
  const active = coinsPaidTo(transaction, scriptHash(federations.active, context))
  const retiring = federations.retiring
    ? coinsPaidTo(transaction, scriptHash(federations.retiring, context))
    : []
  const all = [...active, ...retiring].sort((a, b) => a.outputIndex - b.outputIndex)
  return { active, retiring, all }
}

/** The minimum value of a peg-in, which RSKIP219 lowers. */
export const minimumPegin = ({ constants, rules }: Pick<BridgeContext, 'constants' | 'rules'>): Satoshis =>
  constants.minimumPegin[rules.rskip219 ? 'rskip219' : 'legacy']
