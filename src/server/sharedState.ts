import { randomUUID } from 'node:crypto'
import type { FilterStore } from '../service/filters/filterStore.ts'
import { SharedFilters } from '../service/filters/sharedFilters.ts'
import { Presence } from '../sharing/presence.ts'
import { Sharing, type SharingSettings } from '../sharing/sharing.ts'
import { isAwayError } from '../sharing/sharingError.ts'
import type { SharedHealth } from './keys/sharedHealth.ts'
import { SharedKeys } from './keys/sharedKeys.ts'
import { SharedQuotas } from './limits/sharedQuotas.ts'
import { SharedRates } from './limits/sharedRates.ts'
import { type Logger, reasonOf } from './log/logger.ts'
import { SharedHeights } from './networks/sharedHeights.ts'
import { SharedUsage } from './usage/sharedUsage.ts'

/** What several processes share. */
export interface SharedState {
  readonly sharing: Sharing
  /** Logs what is wrong with the state. That the state is away is logged when it begins. */
  readonly report: (error: unknown) => void
  readonly keys: SharedKeys
  readonly quotas: SharedQuotas
  readonly rates: SharedRates
  readonly usage: SharedUsage
  /** Of gateways. */
  readonly heights: SharedHeights
  /** The filters and pending transactions of a network, for one node that serves it. */
  filtersOf(network: string): FilterStore
  health(): SharedHealth
  close(): Promise<void>
}

export interface SharedStateOptions {
  /** Whether the process takes part in limits; false for a command. */
  readonly isServing?: boolean
  /** A monotonic clock. */
  readonly elapsedMs?: () => number
}

/** Connects and reads the keys. Rejects with `SharingError` when the state cannot be used. */
export async function openSharedState(
  settings: SharingSettings,
  logger: Pick<Logger, 'log'>,
  { isServing = true, elapsedMs = () => performance.now() }: SharedStateOptions = {},
): Promise<SharedState> {
  const sharing = new Sharing(settings, (event, reason) => logger.log('warn', event, { reason }))
  const report = (error: unknown): void => {
    if (!isAwayError(error)) logger.log('error', 'shared-state-problem', { reason: reasonOf(error) })
  }
  const keys = new SharedKeys({ sharing, report, elapsedMs })
  const processId = randomUUID()
  const presence = isServing ? new Presence(sharing, processId, report) : undefined
  const processes = (): number => presence?.processes ?? 1
  const quotas = new SharedQuotas({ sharing, processId, processes, report })
  const rates = new SharedRates({ sharing, processes, report, elapsedMs })
  const usage = new SharedUsage({ sharing, processId, now: Date.now, report })
  const heights = new SharedHeights({ sharing, processId, report, elapsedMs })
  const close = async (): Promise<void> => {
    keys.close()
    heights.close()
    await Promise.all([quotas.close(), rates.close(), usage.close()])
    await presence?.close()
    sharing.close()
  }
  try {
    await sharing.open()
    await Promise.all([keys.refresh(), presence?.refresh()])
  } catch (error) {
    await close()
    throw error
  }
  const health = (): SharedHealth => ({
    ...sharing.health(),
    processes: processes(),
    leases: rates.leases,
    keysUnavailable: keys.unavailable,
  })
  return {
    sharing,
    report,
    keys,
    quotas,
    rates,
    usage,
    heights,
    filtersOf: (network) => new SharedFilters({ sharing, network, report }),
    health,
    close,
  }
}
