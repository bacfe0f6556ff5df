import type { SharedHealth } from '../keys/sharedHealth.ts'
import { exposeFamily } from './exposition.ts'

/** The state that several processes share, in the text format of Prometheus. */
export function exposeShared(health: SharedHealth): string[] {
  const family = (name: string, type: 'counter' | 'gauge', help: string, value: number): string =>
    exposeFamily(`cambium_shared_${name}`, type, help, [{ value }])
  return [
    family('away', 'gauge', 'Whether the shared state cannot be reached.', health.isAway ? 1 : 0),
    family(
      'keys_unavailable',
      'gauge',
      'Whether no API key is accepted because the shared state is away or lost.',
      health.keysUnavailable === undefined ? 0 : 1,
    ),
    family('processes', 'gauge', 'Processes that share the state, as known last.', health.processes),
    family('leases_total', 'counter', 'Leases of rates that were settled.', health.leases),
    family('round_trips_total', 'counter', 'Commands sent to the shared state.', health.roundTrips),
    family('failures_total', 'counter', 'Commands and connections that failed.', health.failures),
    family('reconnections_total', 'counter', 'Connections after the first.', health.reconnections),
  ]
}
