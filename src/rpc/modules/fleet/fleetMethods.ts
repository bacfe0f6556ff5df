import type { Method } from '../../method/method.ts'
import { fleetChainSince } from './chainSince.ts'
import { fleetPendingSince } from './pendingSince.ts'
import { fleetStatus } from './status.ts'

/** Methods that only gateways can call. */
export const fleetMethods: readonly Method[] = [fleetStatus, fleetChainSince, fleetPendingSince]
