import { developmentSettings } from '../../../settings/developmentSettings.ts'
import type { Setting, SettingTable } from '../../../settings/setting.ts'
import { fleetSettings } from './fleetSettings.ts'
import { lightSettings } from './lightSettings.ts'
import { limitSettings } from './limitSettings.ts'
import { localChainSettings, networkSettings } from './networkSettings.ts'
import { peerSettings } from './peerSettings.ts'
import { networkNames, serviceSettings } from './serviceSettings.ts'
import { sharedSettings } from './sharedSettings.ts'

const tables: readonly SettingTable[] = [
  serviceSettings,
  fleetSettings,
  sharedSettings,
  limitSettings,
  ...networkNames.flatMap((network) => [
    networkSettings(network),
    ...(network === 'regtest' ? [localChainSettings] : []),
    peerSettings(network),
  ]),
]

/** The settings of `cambium node`, in the order of the documentation. */
export const serviceOnly: readonly Setting[] = tables.flatMap((table) => Object.values(table))

/** All settings: those of the service, of `cambium dev` and of `cambium light`. */
export const allSettings: readonly Setting[] = [
  ...serviceOnly,
  ...Object.values(developmentSettings),
  ...Object.values(lightSettings),
]

export const settingsByName: ReadonlyMap<string, Setting> = new Map(
  allSettings.map((setting) => [setting.name, setting]),
)
