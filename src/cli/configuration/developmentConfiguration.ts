import type { MiningMode } from '../../mining/miner.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { fileSource } from './configurationFile.ts'
import { developmentSettings } from './developmentSettings.ts'
import { environmentSource } from './environment.ts'
import { flagSource, settingOption } from './flags.ts'
import type { GivenValue, Source } from './given.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { configOption, configuredPath } from './readConfiguration.ts'
import { type ServiceConfiguration, serviceConfiguration } from './serviceConfiguration.ts'
import { flagOf, type Setting, type ValuesOf } from './setting.ts'
import { allSettings, serviceOnly } from './settings.ts'
import type { PlainValue } from './valueTypes.ts'

type DevelopmentValues = ValuesOf<typeof developmentSettings>

const flagName = ({ name }: Setting): string => name.slice(name.indexOf('.') + 1)
const settings: readonly Setting[] = Object.values(developmentSettings)

/** `cambium dev` serves the local chain alone, whatever the file or the environment say. */
const fixed = new Map<string, PlainValue>([
  ['network', ['regtest']],
  ['peers', false],
])

/** Where the defaults of `cambium dev` differ from those of the service. */
const defaults = new Map<string, PlainValue>([
  ['port', 8545],
  ['networks.regtest.errors', 'ethereum'],
  ['networks.regtest.state-overrides', true],
])

/** Settings of the service that the help of `cambium dev` shows. */
const shown: ReadonlySet<string> = new Set([
  'host',
  'port',
  'data',
  'open-to-everybody',
  'log-level',
  'upgrade',
])

/** The flags of `cambium dev`: its own settings by their short names, and those of the service that concern it. */
export const developmentOptions: readonly Option[] = [
  configOption,
  ...serviceOnly
    .filter(({ name }) => !fixed.has(name) && !/^networks\.(?!regtest)/.test(name))
    .map((setting) => ({
      ...settingOption({ ...setting, default: defaults.get(setting.name) ?? setting.default }),
      isHidden: !shown.has(setting.name),
      ...(setting.name === 'port' && { short: 'p' }),
    })),
  ...settings.map((setting) => ({ ...settingOption(setting), name: flagName(setting) })),
]

/** Reads flags, environment and file, in this order of precedence. Throws `ConfigurationError`. */
export function readDevelopmentConfiguration(given: Arguments): Configuration {
  const path = configuredPath(given)
  return new Configuration([
    sourceOf(fixed),
    developmentFlags(given),
    flagSource(given, serviceOnly),
    environmentSource(given.environment, allSettings),
    ...(path ? [fileSource(path)] : []),
    sourceOf(defaults),
  ])
}

function developmentFlags({ options }: Arguments): Source {
  const values = new Map<string, GivenValue>()
  for (const setting of settings) {
    const name = flagName(setting)
    const text = options.get(name)
    if (text === undefined) continue
    const origin = { kind: 'flag', name: flagOf({ name }) } as const
    values.set(setting.name, { origin, value: setting.type.fromText(text) })
  }
  return { values, problems: [] }
}

function sourceOf(chosen: ReadonlyMap<string, PlainValue>): Source {
  const origin = { kind: 'default', name: '' } as const
  return { values: new Map([...chosen].map(([name, value]) => [name, { origin, value }])), problems: [] }
}

/** The configuration of `cambium dev`. Throws `ConfigurationError` for settings that contradict each other. */
export function developmentConfiguration(configuration: Configuration): ServiceConfiguration {
  const values = configuration.values(developmentSettings)
  const { blockTime, noMining } = values
  if (blockTime !== undefined && noMining) {
    throw new ConfigurationError(['block-time and no-mining are both given: choose one of them'])
  }
  const service = serviceConfiguration(configuration)
  return { ...service, networks: service.networks.map((network) => developed(network, values)) }
}

function developed(network: NetworkConfiguration, values: DevelopmentValues): NetworkConfiguration {
  const { accounts, mnemonic, derivationPath, chainId, timestamp, gasLimit, gasPrice } = values
  return {
    ...network,
    clientVersion: values.clientVersion,
    rpc: { ...network.rpc, development: { skipsRemasc: values.skipRemasc } },
    node: {
      ...network.node,
      mining: miningMode(values),
      gasLimitTarget: BigInt(gasLimit),
      minimumGasPriceTarget: BigInt(gasPrice),
      development: {
        accounts,
        balance: weiOf(values.balance),
        mnemonic,
        derivationPath,
        chainId,
        ...(timestamp !== undefined && { timestamp }),
      },
    },
  }
}

function miningMode({ blockTime, noMining }: DevelopmentValues): MiningMode {
  if (noMining) return { kind: 'manual' }
  return blockTime === undefined
    ? { kind: 'per-transaction' }
    : { kind: 'interval', milliseconds: blockTime * 1000 }
}

const decimals = 18

/** Wei of an amount of RBTC in decimal digits. */
function weiOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}
