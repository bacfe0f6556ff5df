import type { BitcoinTransaction } from '../../bitcoin/transactions/transaction.ts'
import { transactionIdOf } from '../../bitcoin/transactions/transaction.ts'
import type { BridgeCell } from '../cells/cell.ts'
import { oldFederationUtxos, type Utxo } from '../cells/utxos.ts'
import type { BridgeWorld } from '../context/bridgeContext.ts'
import { liveFederations } from '../context/currentFederations.ts'
import type { PeginCoins } from './coins.ts'
import { markProcessed } from './processed.ts'

/** Gives the coins of a transaction to the federations and is done with it. */
export function registerCoins(world: BridgeWorld, transaction: BitcoinTransaction, coins: PeginCoins): void {
  const { activeUtxos, retiring } = liveFederations(world)
  addCoins(world, activeUtxos, coins.active)
  if (retiring) addCoins(world, oldFederationUtxos, coins.retiring)
  markProcessed(world, transactionIdOf(transaction))
}

export function addCoins(
  { cells }: BridgeWorld,
  list: BridgeCell<readonly Utxo[]>,
  coins: readonly Utxo[],
): void {
  cells.set(list, [...cells.load(list), ...coins])
}

/** The lists of coins are saved after every peg-in, even a refused one. */
export function touchCoinLists(world: BridgeWorld): void {
  const { activeUtxos, retiring } = liveFederations(world)
  world.cells.load(activeUtxos)
  if (retiring) world.cells.load(oldFederationUtxos)
}
