import {
  type BitcoinTransaction,
  decodeTransaction,
  encodeTransaction,
  transactionIdOf,
} from '../../bitcoin/transactions/bitcoinTransaction.ts'
import type { Satoshis } from '../../bitcoin/transactions/transactionRules.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { BridgeCell } from '../cells/cell.ts'
import { outpointValues, unconfirmedPegouts, valueList } from '../cells/pegouts.ts'
import type { Utxo } from '../cells/utxos.ts'
import type { BridgeCall, BridgeContext } from '../context/bridgeContext.ts'
import { pegoutTransactionCreated, releaseRequested } from '../events/pegoutEvents.ts'
import type { BuiltTransaction } from './draft.ts'
import { rememberPegout } from './pegoutIndex.ts'

/** RSKIP201: relative waiting times need transactions of version 2. */
export const transactionVersion = (rules: Rules): number => (rules.rskip201 ? 2 : 1)

/** The request that a transaction of the Bridge fulfils. */
export interface Purpose {
  /** The Rootstock transaction that requested it; undefined before RSKIP146. */
  readonly transactionHash: Uint8Array | undefined
  readonly amount: Satoshis
}

/** Removes the coins that a transaction spends from a list and lets the transaction wait for confirmations. */
export function settle(
  bridge: BridgeCall,
  built: BuiltTransaction,
  utxos: BridgeCell<readonly Utxo[]>,
  purpose: Purpose,
): void {
  const { cells, rules } = bridge
  const spent = new Set(built.coins.map(outpointName))
  cells.set(
    utxos,
    cells.load(utxos).filter((coin) => !spent.has(outpointName(coin))),
  )
  addUnconfirmed(bridge, built.transaction, purpose)
  if (rules.rskip379) rememberPegout(bridge, built.transaction)
  announce(bridge, built, purpose)
}

const outpointName = ({ transactionId, outputIndex }: Utxo): string =>
  `${toHexDigits(transactionId)}:${outputIndex}`

/** Adds the transaction unless it already waits. */
export function addUnconfirmed(
  { cells, rules, native }: BridgeContext,
  transaction: BitcoinTransaction,
  { transactionHash }: Purpose,
): void {
  const waiting = cells.load(unconfirmedPegouts)
  const id = transactionIdOf(transaction)
  if (waiting.some((one) => equalBytes(transactionIdOf(decodeTransaction(one.transaction)), id))) return
  const entry = {
    transaction: encodeTransaction(transaction),
    blockNumber: native.block.number,
    transactionHash: rules.rskip146 ? transactionHash : undefined,
  }
  cells.set(unconfirmedPegouts, [...waiting, entry])
}

/** Emits the events of the transaction and stores the values of its inputs. */
export function announce(
  bridge: BridgeCall,
  { transaction, coins }: BuiltTransaction,
  { transactionHash, amount }: Purpose,
): void {
  const { rules, call } = bridge
  const id = transactionIdOf(transaction)
  const values = coins.map(({ value }) => value)
  if (rules.rskip146 && transactionHash) {
    releaseRequested.emit(call.emit, [transactionHash, id], [amount])
  }
  if (rules.rskip428) pegoutTransactionCreated.emit(call.emit, [id], [valueList.encode(values)])
  if (rules.rskip305) rememberValues(bridge, id, values)
}

/** RSKIP305: signatures in a witness cover the values, which the transaction itself does not contain. */
function rememberValues({ cells }: BridgeContext, id: Uint8Array, values: readonly Satoshis[]): void {
  const cell = outpointValues(id)
  if (values.length === 0 || cells.load(cell)) {
    throw new PrecompileFailure('the values of the inputs are empty or already stored')
  }
  cells.set(cell, values)
}
