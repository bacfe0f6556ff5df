import { toHexDigits } from '../../../../primitives/hex.ts'
import type { WalletCoin } from '../../wallet/wallet.ts'
import { keyHashProgram } from '../../wallet/walletKey.ts'
import type { WalletKeys } from '../../wallet/walletKeys.ts'
import { bitcoins } from '../amounts.ts'
import type { JsonObject } from '../json.ts'

/** A coin of the wallet as `listunspent` shows it. */
export function unspentShape(coin: WalletCoin, keys: WalletKeys): JsonObject {
  const { script, value } = coin.output
  const key = keys.of(script)!
  return {
    txid: toHexDigits(coin.transactionId),
    vout: coin.outputIndex,
    address: key.address,
    label: keys.labelOf(script) ?? '',
    scriptPubKey: toHexDigits(script),
    amount: bitcoins(value),
    confirmations: coin.confirmations,
    ...(key.kind === 'p2sh-segwit' && { redeemScript: toHexDigits(keyHashProgram(key.publicKey)) }),
    spendable: true,
    solvable: true,
    safe: coin.confirmations > 0 || coin.isOwnChange,
  }
}
