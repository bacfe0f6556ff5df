import type { Method } from '../../method/method.ts'
import { fleetBranch, fleetChainSince } from './chainSince.ts'
import { fleetMeeting } from './meeting.ts'
import { fleetMissed, fleetMissedLogs } from './missed.ts'
import { fleetPendingSince } from './pendingSince.ts'
import { fleetStatus } from './status.ts'

/** Methods that only gateways can call. */
export const fleetMethods: readonly Method[] = [
  fleetStatus,
  fleetChainSince,
  fleetPendingSince,
  fleetBranch,
  fleetMeeting,
  fleetMissedLogs,
  fleetMissed,
]
