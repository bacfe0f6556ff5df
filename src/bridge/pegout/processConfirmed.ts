import { decodeTransaction, transactionIdOf } from '../../bitcoin/transactions/bitcoinTransaction.ts'
import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { compareBytes, equalBytes } from '../../primitives/bytes.ts'
import { type UnconfirmedPegout, unconfirmedPegouts, unsignedPegouts } from '../cells/pegouts.ts'
import type { BridgeCall } from '../context/bridgeContext.ts'
import { pegoutConfirmed } from '../events/pegoutEvents.ts'
import { inJavaSetOrder } from './javaSetOrder.ts'

/**
 * Moves one peg-out that is deep enough to those that need signatures. The first `stored` ones waited before the call.
 */
export function processConfirmed(bridge: BridgeCall, stored: number): void {
  const { cells, constants, native, rules } = bridge
  const waiting = cells.load(unconfirmedPegouts)
  cells.load(unsignedPegouts)
  const isDeepEnough = ({ blockNumber }: UnconfirmedPegout): boolean =>
    native.block.number - blockNumber >= constants.pegoutConfirmations
  if (!waiting.some(isDeepEnough)) return
  const next = inOrder(bridge, waiting, stored).find(isDeepEnough)!
  addUnsigned(bridge, next)
  cells.set(
    unconfirmedPegouts,
    waiting.filter((pegout) => pegout !== next),
  )
  if (!rules.rskip326) return
  const id = transactionIdOf(decodeTransaction(next.transaction))
  pegoutConfirmed.emit(bridge.call.emit, [id], [BigInt(next.blockNumber)])
}

/** RSKIP559 defines the order by the bytes of the transactions. */
const inOrder = (
  { rules }: BridgeCall,
  waiting: readonly UnconfirmedPegout[],
  stored: number,
): readonly UnconfirmedPegout[] =>
  rules.rskip559
    ? [...waiting].sort((a, b) => compareBytes(a.transaction, b.transaction))
    : inJavaSetOrder(waiting.slice(0, stored), waiting.slice(stored))

function addUnsigned(bridge: BridgeCall, pegout: UnconfirmedPegout): void {
  const { cells, rules } = bridge
  const transactionHash = keyOf(bridge, pegout)
  const others = cells.load(unsignedPegouts)
  const isOther = (one: { readonly transactionHash: Uint8Array }): boolean =>
    !equalBytes(one.transactionHash, transactionHash)
  if (rules.rskip375 && !others.every(isOther))
    throw new PrecompileFailure('a peg-out with this hash already waits for signatures')
  cells.set(unsignedPegouts, [
    ...others.filter(isOther),
    { transactionHash, transaction: pegout.transaction },
  ])
}

/**
 * The hash that identifies the peg-out: from RSKIP146 until RSKIP176, and since RSKIP375, that of the Rootstock
 * transaction that created it; otherwise that of the transaction that confirms it.
 */
function keyOf({ rules, native }: BridgeCall, { transactionHash }: UnconfirmedPegout): Uint8Array {
  if (rules.rskip375) {
    if (!transactionHash) throw new PrecompileFailure('the peg-out has no transaction hash')
    return transactionHash
  }
  const isByCreation = rules.rskip146 && !rules.rskip176
  return (isByCreation ? transactionHash : undefined) ?? native.transaction.hash
}
