import { type BitcoinAddress, scriptOfAddress } from '../../bitcoin/scripts/address.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { currentFeePerKb } from '../governance/feePerKb.ts'
import { emptyWallet } from '../wallet/buildTransaction.ts'
import { addUnconfirmed, announce, type Purpose, transactionVersion } from '../wallet/pegoutTransaction.ts'
import type { Wallet } from '../wallet/wallet.ts'

/**
 * Sends the coins of a peg-in back. They were never in the federation's list of coins, so the list stays as it is and
 * the transaction is not added to the index of peg-outs. Has no effect when the fee would use up the coins.
 */
export function refund(bridge: BridgeCall, wallet: Wallet, to: BitcoinAddress, purpose: Purpose): void {
  const built = emptyWallet(wallet, {
    version: transactionVersion(bridge.rules),
    script: scriptOfAddress(to),
    feePerKb: currentFeePerKb(bridge),
  })
  if (typeof built === 'string') return
  addUnconfirmed(bridge, built.transaction, purpose)
  announce(bridge, built, purpose)
}
