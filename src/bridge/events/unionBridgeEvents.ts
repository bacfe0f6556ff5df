import { address, bool, uint256 } from '../../native/abi/types.ts'
import type { Address } from '../../primitives/bytes.ts'
import { bridgeEvent } from './bridgeEvent.ts'

/* RSKIP502. Amounts are in wei. */

/** The caller; the cap before and after. */
export const lockingCapIncreased = bridgeEvent<[Address], [bigint, bigint]>(
  'union_bridge_locking_cap_increased',
  [address],
  [uint256, uint256],
)

export const rbtcRequested = bridgeEvent<[Address], [bigint]>('union_rbtc_requested', [address], [uint256])

export const rbtcReleased = bridgeEvent<[Address], [bigint]>('union_rbtc_released', [address], [uint256])

/** Whether the union bridge may request, and whether it may release. */
export const transferPermissionsUpdated = bridgeEvent<[Address], [boolean, boolean]>(
  'union_bridge_transfer_permissions_updated',
  [address],
  [bool, bool],
)
