import type { Arguments, Option } from '../commandLine/command.ts'
import { Configuration } from './configuration.ts'
import { allSettings } from './settings/settings.ts'
import { fileSource } from './sources/configurationFile.ts'
import { configurationVariable, environmentSource, flagSource } from './sources/sources.ts'

export const configOption: Option = {
  name: 'config',
  value: 'FILE',
  group: 'Server',
  summary: 'read settings from this TOML file; flags and environment take precedence',
}

/**
 * Reads flags, environment and file, in this order of precedence. `path` replaces the file that flags or environment
 * name. Throws `ConfigurationError`.
 */
export function readConfiguration(given: Arguments, path = configuredPath(given)): Configuration {
  const sources = [flagSource(given, allSettings), environmentSource(given.environment, allSettings)]
  return new Configuration(path ? [...sources, fileSource(path)] : sources, allSettings)
}

export const configuredPath = ({ options, environment }: Arguments): string | undefined =>
  options.get(configOption.name) ?? environment[configurationVariable]
