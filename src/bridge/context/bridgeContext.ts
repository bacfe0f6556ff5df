import { type PrecompileCall, PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { internalTransactionHash } from '../../native/internalTransactionHash.ts'
import type { NativeContext } from '../../native/nativeContext.ts'
import { asAddress, type Hash } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { BridgeCells } from '../cells/bridgeCells.ts'
import type { CellStore } from '../cells/cell.ts'
import type { BridgeConstants } from '../constants/bridgeConstants.ts'
import { constantsOf } from '../constants/constantsOf.ts'

/** The environment of the Bridge: block, rules, constants of the network and the Bridge's storage. */
export interface BridgeContext {
  readonly native: NativeContext
  readonly rules: Rules
  readonly constants: BridgeConstants
  /** The storage itself, for Bitcoin headers, which are written at once. */
  readonly store: CellStore
  /** All other values; they are written when the call has succeeded. */
  readonly cells: BridgeCells
}

/** The context of one call that runs a method. */
export interface BridgeCall extends BridgeContext {
  readonly call: PrecompileCall
}

export function bridgeContext(native: NativeContext): BridgeContext {
  const store = cellStore(native)
  const { network, rules } = native
  return { native, rules, constants: constantsOf(network), store, cells: new BridgeCells(store) }
}

export const cellStore = ({
  network,
  rules,
  state,
}: Pick<NativeContext, 'network' | 'rules' | 'state'>): CellStore => ({
  network,
  rules,
  read: (key) => state.storage(bridgeAddress, key),
  write: (key, bytes) => state.setStorage(bridgeAddress, key, bytes),
  touch: (key) => state.noteStorageWrite(bridgeAddress, key),
})

/** Whether a contract calls the Bridge; false when a transaction goes straight to it. */
export const isContractCall = ({ call }: BridgeCall): boolean => call.kind !== 'transaction'

/** Moves wei from the Bridge to an account, which is created even for an amount of 0. */
export function transferFromBridge({ native }: BridgeContext, to: Uint8Array, wei: bigint): void {
  native.state.addBalance(bridgeAddress, -wei)
  native.state.addBalance(to, wei)
  native.noteTransfer?.(bridgeAddress, asAddress(to), wei)
}

/**
 * The hash by which later calls and events identify the Rootstock transaction that calls the Bridge. A contract's call
 * is an internal transaction, whose hash covers the internal transactions that lead to it.
 */
export const rootstockTransactionHash = ({ native, call }: BridgeCall): Hash =>
  internalTransactionHash(native.transaction.hash, call.internalTransactions?.() ?? [])

/** Malformed arguments. Until RSKIP88 a call with them ended without an error and without effect. */
export class ArgumentError extends PrecompileFailure {}
