import { suggestion } from '../../primitives/nearest.ts'
import { networks } from '../../protocol/networks/definitions.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { withSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import { flagOf, variableOf } from '../../settings/setting.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { Configuration } from './configuration.ts'
import { isLocal } from './localNetwork.ts'
import { localSchedule } from './localSchedule.ts'
import { serviceSettings } from './settings/serviceSettings.ts'
import { environmentSource, flagSource, settingOption } from './sources/sources.ts'

const networkOption: Option = {
  name: 'network',
  value: 'NAME',
  summary: `use this network: ${Object.keys(networks).join(', ')} (default regtest)`,
}

const { upgrades, upgrade } = serviceSettings
const scheduleSettings = [upgrades, upgrade]

/** Name a network and, for the local chain, its upgrade heights. */
export const networkOptions: readonly Option[] = [networkOption, ...scheduleSettings.map(settingOption)]

export function networkOf(given: GivenWords): Network {
  const network = networkNamed(given.options.get(networkOption.name) ?? networks.regtest.name)
  if (isLocal(network.name)) return withGivenSchedule(network, given)
  const misplaced = scheduleSettings.find(({ name }) => given.options.has(name))
  if (misplaced === undefined) return network
  throw new UsageError(
    `${flagOf(misplaced)} applies to the local chain (regtest) only, not to ${network.name}`,
  )
}

function networkNamed(name: string): Network {
  const network = Object.values(networks).find((candidate) => candidate.name === name)
  if (network !== undefined) return network
  const names = Object.keys(networks)
  throw new UsageError(`unknown network ${name}${suggestion(name, names)} (known: ${names.join(', ')})`)
}

/** Takes the schedule from the flags, else from the environment, as `cambium node` does. */
function withGivenSchedule(network: Network, given: GivenWords): Network {
  const variables = scheduleSettings.map((setting) => [
    variableOf(setting),
    given.environment[variableOf(setting)],
  ])
  const sources = [
    flagSource(given, scheduleSettings),
    environmentSource(Object.fromEntries(variables), scheduleSettings),
  ]
  const configuration = new Configuration(sources, scheduleSettings)
  const schedule = localSchedule(configuration.values({ upgrades, upgrade }))
  return schedule === undefined ? network : withSchedule(network, schedule)
}
