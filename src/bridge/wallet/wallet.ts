import { paidScriptHash } from '../../bitcoin/scripts/outputScripts.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { DecodeError } from '../../primitives/errors.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { flyoverFederation } from '../cells/pegin.ts'
import type { Utxo } from '../cells/utxos.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { isSegwit, type PegFederation } from '../federation/pegFederation.ts'
import { flyoverRedeemScript, redeemScript, scriptHash } from '../federation/redeemScript.ts'

/** Coins and the redeem scripts that spend them. */
export interface Wallet {
  /** In the order of arrival, without coinbases, which the reference node never considers mature. */
  readonly coins: readonly Utxo[]
  /** Whether signatures are in the witness. */
  readonly isSegwit: boolean
  /** Throws `DecodeError` when the wallet cannot spend the coin. */
  redeemScriptOf(coin: Utxo): Uint8Array
}

const spendable = (coins: readonly Utxo[]): readonly Utxo[] =>
  coins.some(({ isCoinbase }) => isCoinbase) ? coins.filter(({ isCoinbase }) => !isCoinbase) : coins

export const totalOf = (coins: readonly { readonly value: Satoshis }[]): Satoshis =>
  coins.reduce((sum, { value }) => sum + value, 0n)

/** The coins of one federation, from ordinary and from fast peg-ins. */
export function federationWallet(
  context: BridgeContext,
  federation: PegFederation,
  coins: readonly Utxo[],
): Wallet {
  const ownHash = scriptHash(federation, context)
  const ownScript = redeemScript(federation, context)
  return {
    coins: spendable(coins),
    isSegwit: isSegwit(federation),
    redeemScriptOf: rememberedByHash((hash) => {
      const terms = context.cells.load(flyoverFederation(hash))
      if (!equalBytes(terms?.federationHash ?? hash, ownHash)) return undefined
      return terms ? flyoverRedeemScript(terms.derivationHash, ownScript) : ownScript
    }),
  }
}

/** Coins that pay to one of several redeem scripts, each given with the hash in its address. */
export function scriptWallet(
  scripts: readonly { readonly hash: Uint8Array; readonly redeemScript: Uint8Array }[],
  coins: readonly Utxo[],
  usesWitness: boolean,
): Wallet {
  return {
    coins: spendable(coins),
    isSegwit: usesWitness,
    redeemScriptOf: rememberedByHash(
      (hash) => scripts.find((candidate) => equalBytes(candidate.hash, hash))?.redeemScript,
    ),
  }
}

/**
 * Remembers results, because a transaction asks for the same few scripts many times. The latest one is found without a
 * map.
 */
function rememberedByHash(find: (hash: Uint8Array) => Uint8Array | undefined): Wallet['redeemScriptOf'] {
  const known = new Map<string, Uint8Array>()
  let latest: { readonly script: Uint8Array; readonly redeem: Uint8Array } | undefined
  return ({ script }) => {
    if (latest && equalBytes(latest.script, script)) return latest.redeem
    const key = toHexDigits(script)
    const hash = paidScriptHash(script)
    const redeem = known.get(key) ?? (hash && find(hash))
    if (!redeem) throw new DecodeError('wallet', 'contains a coin that it cannot spend')
    known.set(key, redeem)
    latest = { script, redeem }
    return redeem
  }
}
