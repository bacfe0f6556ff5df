import type { Arguments, Option } from '../command.ts'
import { Configuration } from './configuration.ts'
import { fileSource } from './configurationFile.ts'
import { configurationVariable, environmentSource } from './environment.ts'
import { flagSource } from './flags.ts'
import { allSettings } from './settings.ts'

export const configOption: Option = {
  name: 'config',
  value: 'FILE',
  summary: 'TOML file with settings; flags and environment go before it',
}

/**
 * Flags before environment before file before defaults. A `path` stands for the file that they name. Throws
 * `ConfigurationError`.
 */
export function readConfiguration(given: Arguments, path = configuredPath(given)): Configuration {
  const sources = [flagSource(given, allSettings), environmentSource(given.environment, allSettings)]
  return new Configuration(path ? [...sources, fileSource(path)] : sources)
}

const configuredPath = ({ options, environment }: Arguments): string | undefined =>
  options.get(configOption.name) ?? environment[configurationVariable]
