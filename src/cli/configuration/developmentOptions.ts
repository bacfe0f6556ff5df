import { developmentBatchItems } from '../../node/local/development/developmentOptions.ts'
import { developmentSettings } from '../../settings/developmentSettings.ts'
import type { Setting } from '../../settings/setting.ts'
import type { PlainValue } from '../../settings/valueTypes.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { developmentPort } from '../commandLine/developmentUrl.ts'
import { Configuration } from './configuration.ts'
import { configOption, configuredPath } from './readConfiguration.ts'
import { allSettings, serviceOnly } from './settings/settings.ts'
import { fileSource } from './sources/configurationFile.ts'
import { environmentSource, flagSource, type Source, settingOption } from './sources/sources.ts'

const flagName = ({ name }: Setting): string => name.slice(name.indexOf('.') + 1)
const settings: readonly Setting[] = Object.values(developmentSettings)

/** `cambium dev` serves the local chain alone, whatever the file or the environment say. */
const fixed = new Map<string, PlainValue>([
  ['network', ['regtest']],
  ['peers', false],
  ['upstream', []],
])

/** Where the defaults of `cambium dev` differ from those of the service. */
const defaults = new Map<string, PlainValue>([
  ['port', developmentPort],
  ['limits.batch-items', developmentBatchItems],
  ['networks.regtest.errors', 'ethereum'],
  ['networks.regtest.state-overrides', true],
])

/** Settings of the service that the help of `cambium dev` shows. */
const shown: ReadonlySet<string> = new Set([
  'host',
  'port',
  'data',
  'allow-anonymous',
  'log-level',
  'upgrade',
])

/** What users of Anvil, Hardhat and Ganache are used to type. */
const namesOfOthers: Readonly<Record<string, Pick<Option, 'short' | 'alsoNamed'>>> = {
  accounts: { short: 'a', alsoNamed: ['wallet.totalAccounts'] },
  balance: { alsoNamed: ['wallet.defaultBalance'] },
  mnemonic: { short: 'm', alsoNamed: ['wallet.mnemonic'] },
  'block-time': { short: 'b', alsoNamed: ['miner.blockTime'] },
  'no-mining': { alsoNamed: ['no-mine'] },
  mixed: { alsoNamed: ['mixed-mining'] },
  fork: { short: 'f', alsoNamed: ['fork-url', 'fork.url'] },
  'fork-block': { alsoNamed: ['fork-block-number', 'fork.blockNumber'] },
  host: { alsoNamed: ['hostname'] },
  port: { short: 'p' },
  data: { alsoNamed: ['database.dbPath'] },
}

/** The flags of `cambium dev`: its own settings by their short names, and those of the service that concern it. */
export const developmentOptions: readonly Option[] = [
  configOption,
  ...serviceOnly
    .filter(({ name }) => !fixed.has(name) && !/^networks\.(?!regtest)/.test(name))
    .map((setting) => settingOption({ ...setting, default: defaults.get(setting.name) ?? setting.default }))
    .map((option) => ({ ...option, isHidden: !shown.has(option.name), ...namesOfOthers[option.name] })),
  ...settings.map((setting) => {
    const name = flagName(setting)
    return { ...settingOption(setting), name, ...namesOfOthers[name] }
  }),
]

/** Reads flags, environment and file, in this order of precedence. Throws `ConfigurationError`. */
export function readDevelopmentConfiguration(given: Arguments): Configuration {
  const path = configuredPath(given)
  const sources = [
    sourceOf(fixed),
    flagSource(given, settings, flagName),
    flagSource(given, serviceOnly),
    environmentSource(given.environment, allSettings),
    ...(path ? [fileSource(path)] : []),
    sourceOf(defaults),
  ]
  return new Configuration(sources, allSettings)
}

function sourceOf(chosen: ReadonlyMap<string, PlainValue>): Source {
  const origin = { kind: 'default', name: '' } as const
  const values = new Map([...chosen].map(([name, value]) => [name, { origin, value }]))
  return { values, problems: [] }
}
