import { PrecompileFailure } from '../../evm/precompiles/precompile.ts'
import { type Address, asAddress, equalBytes } from '../../primitives/bytes.ts'
import { bridgeAddress } from '../../protocol/addresses.ts'
import {
  unionBridgeAddress,
  unionBridgeLockingCap,
  unionBridgeReleaseEnabled,
  unionBridgeRequestEnabled,
  unionBridgeTransferred,
} from '../cells/unionBridge.ts'
import { type BridgeCall, type BridgeContext, transferFromBridge } from '../context/bridgeContext.ts'
import {
  lockingCapIncreased,
  rbtcReleased,
  rbtcRequested,
  transferPermissionsUpdated,
} from '../events/unionBridgeEvents.ts'

/* RSKIP502: the union bridge is a contract that may borrow from this Bridge. */

const outcome = { done: 0n, wrongCaller: -1n, invalidValue: -2n, disabled: -3n } as const

const noAddress = asAddress(new Uint8Array(20))
const capFactor = 2n

/** The contract of the union bridge; the zero address until it is set. */
export function unionAddress({ cells, constants }: BridgeContext): Address {
  const stored = constants.canSetUnionBridgeAddress ? cells.load(unionBridgeAddress) : undefined
  return stored ? asAddress(stored) : noAddress
}

export const isUnionBridge = (bridge: BridgeCall): boolean =>
  equalBytes(bridge.call.caller, unionAddress(bridge))

/** The maximum amount of wei that the union bridge may borrow. */
export const unionLockingCap = ({ cells, constants }: BridgeContext): bigint =>
  cells.load(unionBridgeLockingCap) ?? constants.initialUnionBridgeLockingCap

function checkAuthoriser({ call }: BridgeCall, authoriser: Address): void {
  if (!equalBytes(call.caller, authoriser)) throw new PrecompileFailure('the caller is not authorised')
}

export function setUnionAddress(bridge: BridgeCall, address: Address): bigint {
  const { constants, cells } = bridge
  if (!constants.canSetUnionBridgeAddress) throw new PrecompileFailure('the address is fixed on this network')
  checkAuthoriser(bridge, constants.authorisers.unionBridgeAddress)
  cells.set(unionBridgeAddress, address)
  return outcome.done
}

export function increaseUnionLockingCap(bridge: BridgeCall, cap: bigint): bigint {
  const { constants, cells, call } = bridge
  checkAuthoriser(bridge, constants.authorisers.unionBridgeLockingCap)
  const current = unionLockingCap(bridge)
  if (cap <= current || cap > current * capFactor) return outcome.invalidValue
  cells.set(unionBridgeLockingCap, cap)
  lockingCapIncreased.emit(call.emit, [call.caller], [current, cap])
  return outcome.done
}

/** Lends wei to the union bridge. */
export function requestRbtc(bridge: BridgeCall, wei: bigint): bigint {
  const { cells, call } = bridge
  if (!isUnionBridge(bridge)) return outcome.wrongCaller
  if (!isEnabled(bridge, unionBridgeRequestEnabled)) return outcome.disabled
  const transferred = (cells.load(unionBridgeTransferred) ?? 0n) + wei
  if (wei <= 0n || transferred > unionLockingCap(bridge)) return outcome.invalidValue
  cells.set(unionBridgeTransferred, transferred)
  transferFromBridge(bridge, call.caller, wei)
  rbtcRequested.emit(call.emit, [call.caller], [wei])
  return outcome.done
}

/** Takes back the value of the call. A refused value returns to the caller. */
export function releaseRbtc(bridge: BridgeCall): bigint {
  const { caller, value } = bridge.call
  const result = acceptRelease(bridge)
  if (result !== outcome.done && value > 0n) transferFromBridge(bridge, caller, value)
  return result
}

function acceptRelease(bridge: BridgeCall): bigint {
  const { cells, call } = bridge
  if (!isUnionBridge(bridge)) return outcome.wrongCaller
  if (!isEnabled(bridge, unionBridgeReleaseEnabled)) return outcome.disabled
  if (call.value <= 0n) return outcome.invalidValue
  const transferred = cells.load(unionBridgeTransferred) ?? 0n
  if (transferred < call.value) {
    // The union bridge returns more than it borrowed, so all transfers stop until the authoriser permits them again.
    writePermissions(bridge, bridgeAddress, { request: false, release: false })
    return outcome.invalidValue
  }
  cells.set(unionBridgeTransferred, transferred - call.value)
  rbtcReleased.emit(call.emit, [call.caller], [call.value])
  return outcome.done
}

interface TransferPermissions {
  readonly request: boolean
  readonly release: boolean
}

export function setTransferPermissions(bridge: BridgeCall, permissions: TransferPermissions): bigint {
  checkAuthoriser(bridge, bridge.constants.authorisers.unionBridgePermissions)
  const isUnchanged =
    isEnabled(bridge, unionBridgeRequestEnabled) === permissions.request &&
    isEnabled(bridge, unionBridgeReleaseEnabled) === permissions.release
  if (!isUnchanged) writePermissions(bridge, bridge.call.caller, permissions)
  return outcome.done
}

function writePermissions(
  { cells, call }: BridgeCall,
  changedBy: Address,
  { request, release }: TransferPermissions,
): void {
  cells.set(unionBridgeRequestEnabled, request)
  cells.set(unionBridgeReleaseEnabled, release)
  transferPermissionsUpdated.emit(call.emit, [changedBy], [request, release])
}

const isEnabled = ({ cells }: BridgeContext, permission: typeof unionBridgeRequestEnabled): boolean =>
  cells.load(permission) ?? true
