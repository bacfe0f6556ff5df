import { readFileSync } from 'node:fs'
import { packageFile } from '../../platform/packageFile.ts'
import { type Command, jsonOption, type Option } from '../commandLine/command.ts'
import { UsageError } from '../commandLine/commandFailure.ts'
import { ConfigurationError } from '../configuration/configurationError.ts'
import { settingsAsJson, settingsAsToml } from '../configuration/effectiveSettings.ts'
import { configOption, readConfiguration } from '../configuration/readConfiguration.ts'
import { serviceConfiguration } from '../configuration/serviceConfiguration.ts'
import { allSettings } from '../configuration/settings/settings.ts'
import { settingOption } from '../configuration/sources/sources.ts'

/** The flags of `cambium node`, so that its whole command line can be checked. */
const nodeOptions: readonly Option[] = allSettings.map((setting) => ({
  ...settingOption(setting),
  isHidden: true,
}))

const checkCommand: Command = {
  name: 'config check',
  operands: '[FILE]',
  description: `Read the file, the environment and the flags of cambium node, and check names, types and ranges of
values and whether settings contradict each other. It starts and writes nothing. The exit code is 0
for a valid configuration and 2 otherwise.`,
  examples: ['cambium config check cambium.toml', 'cambium config check --host 0.0.0.0 --access keys'],
  options: [configOption, jsonOption, ...nodeOptions],

  async run(given, terminal) {
    const [path, ...others] = given.operands
    if (others.length > 0) throw new UsageError('config check takes one FILE')
    if (path !== undefined && given.options.has(configOption.name)) {
      throw new UsageError('FILE and --config are both given: omit one of them')
    }
    const isJson = given.options.has(jsonOption.name)
    try {
      const configuration = readConfiguration(given, { path })
      const { networks, access } = serviceConfiguration(configuration)
      const names = networks.map(({ name }) => name)
      const text = `the configuration is valid: it serves ${names.join(', ')} with access ${access}`
      terminal.print(isJson ? JSON.stringify({ problems: [], networks: names, access }) : text)
      return undefined
    } catch (error) {
      if (!isJson || !(error instanceof ConfigurationError)) throw error
      terminal.print(JSON.stringify({ problems: error.problems }))
      return error.exitCode
    }
  },
}

const printCommand: Command = {
  name: 'config print',
  description: `Read the file, the environment and the flags of cambium node and print the effective values as a
TOML file. A value that is not the default names its source. Secrets are masked.`,
  examples: ['cambium config print --config cambium.toml', 'CAMBIUM_PORT=8545 cambium config print --json'],
  options: [configOption, jsonOption, ...nodeOptions],

  async run(given, terminal) {
    const configuration = readConfiguration(given)
    const isJson = given.options.has(jsonOption.name)
    terminal.print(isJson ? settingsAsJson(configuration) : settingsAsToml(configuration))
  },
}

const docsCommand: Command = {
  name: 'config docs',
  description: 'Print a Markdown page with the meaning, the values and the default of every setting.',
  examples: ['cambium config docs', 'cambium config docs | less'],
  options: [],

  async run(_given, terminal) {
    terminal.print(readFileSync(packageFile('docs/configuration.md'), 'utf8').trimEnd())
  },
}

export const commands = [checkCommand, printCommand, docsCommand]
