import type { EntranceParts } from '../entrance/entrance.ts'
import type { Authority } from '../keys/authority.ts'
import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { ServerHoldings } from '../limits/serverHoldings.ts'
import type { SocketTurns } from '../limits/socketTurns.ts'
import type { AccessLog } from '../log/accessLog.ts'
import type { Logger } from '../log/logger.ts'
import type { ExposedMetrics } from '../metrics/exposedMetrics.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import type { WebFiles } from '../settings/webFiles.ts'
import type { SampledSpans } from '../spans/sampledSpans.ts'
import type { Admission } from './admission.ts'
import type { LedgerParts } from './bill.ts'
import type { RequestIds } from './clientSession.ts'
import type { LongBodies } from './longBodies.ts'
import type { PieceTurns } from './pieceTurns.ts'

/** What the fronts of HTTP and WebSocket are composed of. */
export interface FrontParts extends EntranceParts {
  readonly admission: Admission
  readonly authority: Authority
  readonly holdings: ServerHoldings
  readonly ledger: LedgerParts
  readonly turns: SocketTurns
  readonly pieceTurns: PieceTurns
  readonly longBodies: LongBodies
  readonly limits: ServerLimits
  /** Undefined for a server without an admin address, whose metrics are never read. */
  readonly metrics: ExposedMetrics | undefined
  readonly logger: Logger
  /** Undefined when requests are not logged. */
  readonly accessLog: AccessLog | undefined
  /** Measures sampled requests; undefined when none are. */
  readonly spans: SampledSpans | undefined
  readonly requestIds: RequestIds
  /** The pages for browsers; undefined when they are off. */
  readonly web: WebFiles | undefined
  /** Undefined for a process that shares no state with others. */
  readonly shared: (() => SharedHealth) | undefined
  readonly random: (length: number) => Uint8Array
}
