import { developmentBatchItems } from '../../node/local/development/developmentOptions.ts'
import { developmentSettings } from '../../settings/developmentSettings.ts'
import type { GivenWords, Option } from '../commandLine/command.ts'
import { developmentPort } from '../commandLine/developmentUrl.ts'
import type { Configuration } from './configuration.ts'
import {
  configOption,
  ownFlags,
  ownOptions,
  type PlainValues,
  readConfiguration,
} from './readConfiguration.ts'
import { serviceOnly } from './settings/settings.ts'
import { flagSource, settingOption } from './sources/sources.ts'

/** `cambium dev` serves the local chain alone, whatever the file or the environment say. */
const fixed: PlainValues = { network: ['regtest'], peers: false, upstream: [] }

/** Where the defaults of `cambium dev` differ from those of the service. */
const defaults: PlainValues = {
  port: developmentPort,
  'limits.batch-items': developmentBatchItems,
  'networks.regtest.errors': 'ethereum',
  'networks.regtest.state-overrides': true,
}

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
    .filter(({ name }) => !(name in fixed) && !/^networks\.(?!regtest)/.test(name))
    .map((setting) => settingOption({ ...setting, default: defaults[setting.name] ?? setting.default }))
    .map((option) => ({ ...option, isHidden: !shown.has(option.name), ...namesOfOthers[option.name] })),
  ...ownOptions(developmentSettings, namesOfOthers),
]

/** Reads flags, environment and file, in this order of precedence. Throws `ConfigurationError`. */
export const readDevelopmentConfiguration = (given: GivenWords): Configuration =>
  readConfiguration(given, {
    flags: [ownFlags(given, developmentSettings), flagSource(given, serviceOnly)],
    fixed,
    defaults,
  })
