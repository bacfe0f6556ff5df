import type { AllowedHosts } from './http/hosts.ts'
import type { Authority } from './keys/authority.ts'
import type { Logger } from './log.ts'
import type { ServiceMetrics } from './metrics/serviceMetrics.ts'
import type { RequestIds } from './requestIds.ts'
import type { Calls } from './requests/calls.ts'
import type { Outgoing } from './requests/outgoing.ts'
import type { Routes } from './routes.ts'
import type { ServerLimits } from './settings.ts'

/** What the fronts of HTTP and WebSocket share. */
export interface ServerParts {
  readonly routes: Routes
  readonly hosts: AllowedHosts | 'loopback'
  readonly authority: Authority
  readonly calls: Calls
  readonly outgoing: Outgoing
  readonly limits: ServerLimits
  readonly metrics: ServiceMetrics
  readonly logger: Logger
  readonly requestIds: RequestIds
  readonly random: (length: number) => Uint8Array
}
