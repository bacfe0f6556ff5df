import { address, bool, uint256 } from '../../native/abi/types.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/* RSKIP502. Amounts are in wei. */

/** The caller; the cap before and after. */
export const lockingCapIncreased = bridgeEvent(
  'union_bridge_locking_cap_increased',
  [address],
  [uint256, uint256],
)

export const rbtcRequested = bridgeEvent('union_rbtc_requested', [address], [uint256])

export const rbtcReleased = bridgeEvent('union_rbtc_released', [address], [uint256])

/** Whether the union bridge may request, and whether it may release. */
export const transferPermissionsUpdated = bridgeEvent(
  'union_bridge_transfer_permissions_updated',
  [address],
  [bool, bool],
)
