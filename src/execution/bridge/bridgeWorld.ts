import type { PrecompileCall } from '../../evm/precompiles/precompile.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import type { Rules } from '../../protocol/networks/rules.ts'
import type { NativeContext } from '../native/nativeContext.ts'
import { BridgeCells } from './cells/bridgeCells.ts'
import type { CellStore } from './cells/cell.ts'
import type { BridgeConstants } from './constants/bridgeConstants.ts'
import { constantsOf } from './constants/constantsOf.ts'

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
  const { network, rules, state } = context
  const store: CellStore = {
    network,
    rules,
    read: (key) => state.storage(bridgeAddress, key),
    write: (key, bytes) => state.setStorage(bridgeAddress, key, bytes),
  }
  return { context, rules, constants: constantsOf(network), store, cells: new BridgeCells(store) }
}

/** Whether a contract makes the call, and not a transaction of its own. */
export const isContractCall = ({ call }: BridgeCall): boolean => call.kind !== 'transaction'

/** Moves wei from the Bridge to an account, which is created even for an amount of 0. */
export function transferFromBridge({ context }: BridgeWorld, to: Uint8Array, wei: bigint): void {
  context.state.addBalance(bridgeAddress, -wei)
  context.state.addBalance(to, wei)
}
