import type { MiningMode } from '../../mining/miner.ts'
import type { NodeOptions } from '../../node/options.ts'
import { regtest } from '../../protocol/networks/definitions.ts'
import type { Allocation } from '../../protocol/networks/network.ts'
import { ScheduleError, withSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import { never, upgradeNames } from '../../protocol/networks/upgrades.ts'
import type { Arguments, Option } from '../commandLine/command.ts'
import { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { fileSource } from './configurationFile.ts'
import { developmentSettings } from './developmentSettings.ts'
import { environmentSource } from './environment.ts'
import { flagSource, settingOption } from './flags.ts'
import { readGenesisFile } from './genesisFile.ts'
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
  const problems = contradictions(values)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const isGiven = (setting: Setting): boolean => configuration.originOf(setting).kind !== 'default'
  const genesis = values.init === undefined ? undefined : readGenesisFile(values.init)
  const service = serviceConfiguration(configuration)
  const chosen = {
    ...values,
    // A flag takes precedence over the genesis file.
    ...(genesis?.chainId !== undefined &&
      !isGiven(developmentSettings.chainId) && { chainId: genesis.chainId }),
    ...(genesis?.gasLimit !== undefined &&
      !isGiven(developmentSettings.gasLimit) && { gasLimit: genesis.gasLimit }),
    timestamp: values.timestamp ?? genesis?.timestamp,
  }
  return {
    ...service,
    networks: service.networks.map((network) => developed(network, chosen, genesis?.allocations ?? [])),
  }
}

function contradictions({
  blockTime,
  noMining,
  mixed,
  state,
  loadState,
  dumpState,
}: DevelopmentValues): string[] {
  return [
    ...(blockTime !== undefined && noMining
      ? ['block-time and no-mining are both given: choose one of them']
      : []),
    ...(mixed && blockTime === undefined
      ? ['mixed is given without block-time: add --block-time SECONDS']
      : []),
    ...(state !== undefined && (loadState ?? dumpState) !== undefined
      ? ['state is given with load-state or dump-state: it stands for both']
      : []),
  ]
}

/** No transaction reaches it, and sums of such numbers are exact. */
const hugeGasLimit = 1_000_000_000_000

function developed(
  network: NetworkConfiguration,
  values: DevelopmentValues,
  allocations: readonly Allocation[],
): NetworkConfiguration {
  const { accounts, mnemonic, derivationPath, chainId, timestamp, gasPrice, autoImpersonate, codeSizeLimit } =
    values
  const { state, loadState = state, dumpState = state } = values
  const gasLimit = values.disableBlockGasLimit ? hugeGasLimit : values.gasLimit
  return {
    ...network,
    clientVersion: values.clientVersion,
    stateFiles: { load: loadState, mayBeMissing: state !== undefined, dump: dumpState },
    rpc: {
      ...network.rpc,
      development: { skipsRemasc: values.skipRemasc, acceptsTyped: values.acceptTyped },
    },
    node: {
      ...network.node,
      ...withHardfork(network.node, values.hardfork),
      mining: miningMode(values),
      gasLimitTarget: BigInt(gasLimit),
      minimumGasPriceTarget: BigInt(gasPrice),
      development: {
        accounts,
        balance: weiOf(values.balance),
        mnemonic,
        derivationPath,
        chainId,
        allocations,
        autoImpersonate,
        codeSizeLimit,
        ...(timestamp !== undefined && { timestamp }),
      },
    },
  }
}

function miningMode({ blockTime, noMining, mixed }: DevelopmentValues): MiningMode {
  if (noMining) return { kind: 'manual' }
  if (blockTime === undefined) return { kind: 'per-transaction' }
  return { kind: mixed ? 'mixed' : 'interval', milliseconds: blockTime * 1000 }
}

/** `iris300` is a chain without the later upgrades; `iris300=150` a chain on which it starts at block 150. */
function withHardfork(
  { upgrades: schedule }: NodeOptions,
  hardfork: string | undefined,
): Pick<NodeOptions, 'upgrades'> {
  if (hardfork === undefined) return {}
  const [name = '', height] = hardfork.split('=')
  const index = upgradeNames.findIndex((upgrade) => upgrade === name)
  if (index < 0) {
    throw new ConfigurationError([`hardfork ${name} is unknown; there are ${upgradeNames.join(', ')}`])
  }
  const chosen =
    height === undefined
      ? Object.fromEntries(upgradeNames.slice(index + 1).map((later) => [later, never]))
      : { [name]: Number(height) }
  const whole = { ...schedule, upgrades: { ...schedule?.upgrades, ...chosen } }
  try {
    withSchedule(regtest, whole)
  } catch (error) {
    if (error instanceof ScheduleError)
      throw new ConfigurationError([`hardfork ${hardfork}: ${error.message}`])
    throw error
  }
  return { upgrades: whole }
}

const decimals = 18

/** Wei of an amount of RBTC in decimal digits. */
function weiOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}
