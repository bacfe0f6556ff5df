import type { TransactionOutput } from '../../../bitcoin/transactions/bitcoinTransaction.ts'
import { type WalletAddressKind, walletAddressKinds } from '../bitcoinBackend.ts'
import { bitcoinError } from '../bitcoinError.ts'
import { btc } from '../chain/consensusRules.ts'
import { dustThreshold, feeFor } from '../chain/relayPolicy.ts'

/** A coin that a wallet may choose. */
export interface SelectableCoin {
  readonly kind: WalletAddressKind
  readonly output: TransactionOutput
  /** Zero while its transaction waits for a block. */
  readonly confirmations: number
}

/** Satoshis for 1000 virtual bytes: twice the minimum for relaying. */
export const walletFeeRate = 2_000n
/** Maximum virtual bytes of a signed input. */
const inputSizes = { legacy: 149, 'p2sh-segwit': 92, bech32: 69 } as const
/** Version, lock time, counts and witness flag. */
const emptySize = 11

export const total = (coins: readonly { readonly output: TransactionOutput }[]): bigint =>
  coins.reduce((sum, { output }) => sum + output.value, 0n)

/** Order of spending: by kind, legacy first as peg-ins need it, then confirmed coins, then the largest. */
function compareCoins(a: SelectableCoin, b: SelectableCoin): number {
  const byKind = walletAddressKinds.indexOf(a.kind) - walletAddressKinds.indexOf(b.kind)
  const byAge = Number(a.confirmations === 0) - Number(b.confirmations === 0)
  return byKind || byAge || Number(b.output.value - a.output.value)
}

/** Coins that pay outputs, a change output and the fee. Throws `BitcoinError` if there are too few. */
export function chosenCoins<Chosen extends SelectableCoin>(
  outputs: readonly TransactionOutput[],
  available: readonly Chosen[],
  feeRate: bigint,
  subtractsFee: boolean,
): { readonly coins: readonly Chosen[]; readonly fee: bigint } {
  const wanted = total(outputs.map((output) => ({ output })))
  const outputSize = outputs.reduce((sum, { script }) => sum + 9 + script.length, emptySize + 34)
  const coins: Chosen[] = []
  let size = outputSize
  for (const coin of [...available].sort(compareCoins)) {
    coins.push(coin)
    size += inputSizes[coin.kind]
    const fee = feeFor(feeRate, size)
    if (total(coins) >= wanted + (subtractsFee ? 0n : fee)) return { coins, fee }
  }
  throw bitcoinError(
    'insufficientFunds',
    `Insufficient funds: ${btc(wanted)} BTC and the fee are needed, the wallet can spend ${btc(total(available))} BTC`,
  )
}

/** The outputs share the fee; the first one also pays the remainder. */
export function withoutFee(outputs: readonly TransactionOutput[], fee: bigint): TransactionOutput[] {
  const share = fee / BigInt(outputs.length)
  return outputs.map((output, index) => {
    const value = output.value - share - (index === 0 ? fee % BigInt(outputs.length) : 0n)
    if (value < dustThreshold(output))
      throw bitcoinError('wallet', 'The transaction amount is too small to pay the fee')
    return { ...output, value }
  })
}
