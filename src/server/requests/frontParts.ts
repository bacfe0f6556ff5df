import type { EntranceParts } from '../entrance/entrance.ts'
import type { FleetEntrance } from '../entrance/fleetEntrance.ts'
import type { Authority } from '../keys/authority.ts'
import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { TrustedProxies } from '../limits/clientAddress.ts'
import type { HeldBytes } from '../limits/heldBytes.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { AccessLog } from '../log/accessLog.ts'
import type { Logger } from '../log/logger.ts'
import type { RequestIds } from '../log/requestIds.ts'
import type { ServiceMetrics } from '../metrics/serviceMetrics.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { WebFiles } from '../settings/webFiles.ts'
import type { Billing } from './billing.ts'
import type { PieceTurns } from './pieceTurns.ts'

/** What the fronts of HTTP and WebSocket are composed of. */
export interface FrontParts extends EntranceParts {
  readonly authority: Authority
  /** Undefined when the server has no secret of a fleet: it knows no gateways then. */
  readonly fleet: FleetEntrance | undefined
  readonly billing: Billing
  /** Characters of answers and notifications that clients have not read yet. */
  readonly outgoing: HeldBytes
  /** Bytes of bodies and messages that are being received. */
  readonly incoming: HeldBytes
  readonly turns: SocketTurns
  readonly pieceTurns: PieceTurns
  readonly limits: ServerLimits
  readonly proxies: TrustedProxies
  readonly metrics: ServiceMetrics
  readonly logger: Logger
  /** Undefined when requests are not logged. */
  readonly accessLog: AccessLog | undefined
  readonly requestIds: RequestIds
  /** The pages for browsers; undefined when they are off. */
  readonly web: WebFiles | undefined
  /** Undefined for a process that shares no state with others. */
  readonly shared: (() => SharedHealth) | undefined
  readonly random: (length: number) => Uint8Array
}
