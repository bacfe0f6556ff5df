import type { SharingHealth } from '../../sharing/sharing.ts'

/** The state of what several processes share, for probes and metrics. */
export interface SharedHealth extends SharingHealth {
  /** Processes that were alive when it was known last, this one included. */
  readonly processes: number
  /** Leases of rates that ended with a subtraction from the shared rate. */
  readonly leases: number
  /** Why no API key is accepted; undefined while they are. */
  readonly keysUnavailable: string | undefined
}
