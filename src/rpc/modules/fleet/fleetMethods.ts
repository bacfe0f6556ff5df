import type { Method } from '../../method/method.ts'
import { fleetMinedTransaction } from '../eth/getTransactionBySenderAndNonce.ts'
import { fleetChangesSince } from './changesSince.ts'
import { fleetPendingSince } from './pendingSince.ts'
import { fleetStatus } from './status.ts'

/** Methods that only gateways and the node itself can call. */
export const fleetMethods: readonly Method[] = [
  fleetStatus,
  fleetChangesSince,
  fleetPendingSince,
  fleetMinedTransaction,
]
