import { networks } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { ScheduleError, withSchedule } from '../protocol/networks/upgradeSchedule.ts'
import type { NodeOptions } from './nodeOptions.ts'

/** Throws a `ScheduleError` for a schedule that cannot be followed. */
export function networkFrom({
  network: name = 'regtest',
  upgrades,
}: Pick<NodeOptions, 'network' | 'upgrades'>): Network {
  const network = networks[name]
  if (upgrades === undefined) return network
  if (name !== 'regtest') {
    throw new ScheduleError('upgrades', `only a local chain can have its own schedule, not ${name}`)
  }
  return withSchedule(network, upgrades)
}
