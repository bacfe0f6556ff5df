import { type BitcoinTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { BridgeCell } from '../cells/cell.ts'
import { oldFederationUtxos, type Utxo } from '../cells/utxos.ts'
import type { BridgeContext } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import type { PeginCoins } from './coins.ts'
import { markProcessed } from './processed.ts'

/** Adds the coins of a transaction to those of the federations and marks it as processed. */
export function registerCoins(
  context: BridgeContext,
  transaction: BitcoinTransaction,
  coins: PeginCoins,
): void {
  const { activeUtxos, retiring } = liveFederations(context)
  addCoins(context, activeUtxos, coins.active)
  if (retiring) addCoins(context, oldFederationUtxos, coins.retiring)
  markProcessed(context, transactionIdOf(transaction))
}

export function addCoins(
  { cells }: BridgeContext,
  list: BridgeCell<readonly Utxo[]>,
  coins: readonly Utxo[],
): void {
  cells.set(list, [...cells.load(list), ...coins])
}

/** Loads the lists of coins, so that they are saved with every peg-in, even a refused one. */
export function touchCoinLists(context: BridgeContext): void {
  const { activeUtxos, retiring } = liveFederations(context)
  context.cells.load(activeUtxos)
  if (retiring) context.cells.load(oldFederationUtxos)
}
