import type { Setting, SettingTable } from '../../settings/setting.ts'
import type { PlainValue } from '../../settings/valueTypes.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { Configuration } from './configuration.ts'
import { allSettings } from './settings/settings.ts'
import { fileSource } from './sources/configurationFile.ts'
import {
  configurationVariable,
  environmentSource,
  flagSource,
  type Source,
  settingOption,
} from './sources/sources.ts'

export const configOption: Option = {
  name: 'config',
  value: 'FILE',
  group: 'Server',
  summary: 'read settings from this TOML file; flags and environment take precedence',
}

const configuredPath = ({ options, environment }: GivenWords): string | undefined =>
  options.get(configOption.name) ?? environment[configurationVariable]

/** The flag of a setting of one command alone: `--accounts` for `dev.accounts`. */
const shortName = ({ name }: Setting): string => name.slice(name.indexOf('.') + 1)

/** The flags of a command's own settings; `others` has further names of some. */
export const ownOptions = (
  table: SettingTable,
  others: Readonly<Record<string, Pick<Option, 'short' | 'alsoNamed'>>>,
): Option[] =>
  Object.values(table).map((setting) => {
    const name = shortName(setting)
    return { ...settingOption(setting), name, ...others[name] }
  })

export const ownFlags = (given: GivenWords, table: SettingTable): Source =>
  flagSource(given, Object.values(table), shortName)

/** Values of a command, by the names of their settings. */
export type PlainValues = Readonly<Record<string, PlainValue>>

export interface ReadingChoices {
  /** Replaces the file that flags or environment name. */
  readonly path?: string | undefined
  /** By default each setting has the flag of its name. */
  readonly flags?: readonly Source[]
  /** Values that nothing changes, and defaults that differ from those of the settings. */
  readonly fixed?: PlainValues
  readonly defaults?: PlainValues
}

/** Reads flags, environment and file, in this order of precedence. Throws `ConfigurationError`. */
export function readConfiguration(given: GivenWords, choices: ReadingChoices = {}): Configuration {
  const { flags = [flagSource(given, allSettings)], fixed = {}, defaults = {} } = choices
  const path = choices.path ?? configuredPath(given)
  const environment = environmentSource(given.environment, allSettings)
  const file = path ? [fileSource(path)] : []
  const sources = [chosenSource(fixed), ...flags, environment, ...file, chosenSource(defaults)]
  return new Configuration(sources, allSettings)
}

function chosenSource(chosen: PlainValues): Source {
  const origin = { kind: 'default', name: '' } as const
  const values = new Map(Object.entries(chosen).map(([name, value]) => [name, { origin, value }]))
  return { values, problems: [] }
}
