import {
  type BitcoinTransaction,
  bitcoinId,
  encodeTransaction,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { decodeValidTransaction } from '../../bitcoin/transactions/transactionRules.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import { isProved } from '../bitcoinChain/proof.ts'
import { fundTransactionId, signedFundTransaction, spendTransactionId } from '../cells/validation.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { checkMember } from '../context/currentFederations.ts'
import { completeValidation, ongoingValidation } from '../federationChange/validation.ts'
import { classify } from './classification.ts'
import { type PeginCoins, peginCoins } from './coins.ts'
import { processPegin } from './currentPegin.ts'
import { processLegacyPegin } from './legacyPegin.ts'
import { peginPayment } from './pegin.ts'
import { processedIn } from './processed.ts'
import { registerCoins, touchCoinLists } from './utxos.ts'

/** Registers a Bitcoin transaction: a peg-in, or one of the federation's own. */
export function registerTransaction(
  bridge: BridgeCall,
  bytes: Uint8Array,
  height: number,
  proof: Uint8Array,
): void {
  // RSKIP199 lets every account register transactions.
  if (!bridge.rules.rskip199) checkMember(bridge)
  const givenId = bitcoinId(bytes)
  if (processedIn(bridge, toHexDigits(givenId)) !== undefined) return
  if (!isProved(bridge, { bytes, id: givenId, height, proof })) return
  const transaction = decodeValidTransaction(bytes)
  const id = transactionIdOf(transaction)
  if (!equalBytes(id, givenId) && processedIn(bridge, toHexDigits(id)) !== undefined) return
  process(bridge, transaction, height)
}

function process(bridge: BridgeCall, transaction: BitcoinTransaction, height: number): void {
  const coins = peginCoins(bridge, transaction)
  const kind = classify(bridge, transaction, coins, height)
  if (kind === 'unknown') return
  touchCoinLists(bridge)
  if (kind === 'peg-in') {
    const payment = peginPayment(transaction, coins)
    if (bridge.rules.rskip379) processPegin(bridge, payment)
    else processLegacyPegin(bridge, payment, height)
    return
  }
  registerOwn(bridge, transaction, coins, kind)
}

/** Adds change, migrated coins and those of a validation to the federations' coins. */
function registerOwn(
  bridge: BridgeCall,
  transaction: BitcoinTransaction,
  coins: PeginCoins,
  kind: 'federation-payment' | 'validation-fund' | 'validation-spend',
): void {
  const { cells } = bridge
  registerCoins(bridge, transaction, coins)
  if (kind === 'validation-fund' && ongoingValidation(bridge)) {
    cells.set(signedFundTransaction, encodeTransaction(transaction))
    cells.set(fundTransactionId, undefined)
  }
  if (kind === 'validation-spend') {
    cells.set(spendTransactionId, undefined)
    completeValidation(bridge)
  }
}
