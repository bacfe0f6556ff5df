import type { PrecompileCall } from '../../evm/precompiles/precompile.ts'
import { internalTransactionHash } from '../../native/internalTransactionHash.ts'
import type { NativeContext } from '../../native/nativeContext.ts'
import { asAddress, type Hash } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import { BridgeCells } from '../cells/bridgeCells.ts'
import type { CellStore } from '../cells/cell.ts'
import type { BridgeConstants } from '../constants/bridgeConstants.ts'
import { constantsOf } from '../constants/constantsOf.ts'

/** What the Bridge works with. */
export interface BridgeWorld {
  readonly context: NativeContext
  readonly rules: Rules
  readonly constants: BridgeConstants
  /** The storage itself, for what is written at once. */
  readonly store: CellStore
  /** Everything else: written when the call has succeeded. */
  readonly cells: BridgeCells
}

/** The world of one call. */
export interface BridgeCall extends BridgeWorld {
  readonly call: PrecompileCall
}

export function bridgeWorld(context: NativeContext): BridgeWorld {
  const store = cellStore(context)
  const { network, rules } = context
  return { context, rules, constants: constantsOf(network), store, cells: new BridgeCells(store) }
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

/** Whether a contract makes the call, and not a transaction of its own. */
export const isContractCall = ({ call }: BridgeCall): boolean => call.kind !== 'transaction'

/** Moves wei from the Bridge to an account, which is created even for an amount of 0. */
export function transferFromBridge({ context }: BridgeWorld, to: Uint8Array, wei: bigint): void {
  context.state.addBalance(bridgeAddress, -wei)
  context.state.addBalance(to, wei)
  context.noteTransfer?.(bridgeAddress, asAddress(to), wei)
}

/**
 * The hash by which the Rootstock transaction that calls the Bridge is known from now on. A contract's call is an
 * internal transaction with a hash of its own, made from all that the calling frames did before.
 */
export const rootstockTransactionHash = ({ context, call }: BridgeCall): Hash =>
  internalTransactionHash(context.transaction.hash, call.internalTransactions?.() ?? [])
