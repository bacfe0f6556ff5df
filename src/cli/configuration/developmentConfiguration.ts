import type { MiningMode } from '../../mining/miner.ts'
import { toolClientVersion } from '../../node/clientVersion.ts'
import type { NodeOptions } from '../../node/nodeOptions.ts'
import type { PegOptions } from '../../node/openPeg.ts'
import { type ChosenRules, hardforkSchedule } from '../../protocol/networks/hardfork.ts'
import type { Allocation } from '../../protocol/networks/network.ts'
import { ScheduleError } from '../../protocol/networks/upgradeSchedule.ts'
import { contradictions } from '../../settings/contradictions.ts'
import { developmentSettings } from '../../settings/developmentSettings.ts'
import type { Setting, SettingValues } from '../../settings/setting.ts'
import { UnsuitableValue } from '../../settings/valueTypes.ts'
import { defaultCacheFolder } from '../../upstream/cache/forkCache.ts'
import type { ForkOptions } from '../../upstream/openFork.ts'
import type { Configuration } from './configuration.ts'
import { Checks, ConfigurationError } from './configurationError.ts'
import type { NetworkConfiguration } from './networkConfiguration.ts'
import { type ServiceConfiguration, serviceConfiguration } from './serviceConfiguration.ts'
import { readGenesisFile } from './sources/genesisFile.ts'

type DevelopmentValues = SettingValues<typeof developmentSettings>

/** The settings, and what only a genesis file has. */
interface ChosenValues extends DevelopmentValues {
  readonly genesisTimestamp: number | undefined
  readonly allocations: readonly Allocation[]
}

/** The configuration of `cambium dev`. */
export interface DevelopmentConfiguration
  extends ServiceConfiguration,
    Pick<DevelopmentValues, 'artifacts' | 'configOut'> {}

/** Throws `ConfigurationError` for settings that contradict each other. */
export function developmentConfiguration(configuration: Configuration): DevelopmentConfiguration {
  const values = configuration.values(developmentSettings)
  const { artifacts, configOut } = values
  new Checks().end(...problemsOf(values))
  const isGiven = (setting: Setting): boolean => configuration.originOf(setting).kind !== 'default'
  const genesis = values.init === undefined ? undefined : readGenesisFile(values.init)
  const service = serviceConfiguration(configuration)
  // A flag takes precedence over the genesis file.
  const ofGenesis = (name: 'chainId' | 'gasLimit' | 'timestamp', member: string): number | undefined => {
    const setting = developmentSettings[name]
    const value = isGiven(setting) ? undefined : genesis?.[name]
    if (value !== undefined) checkMember(`${values.init}: ${member}`, value, setting)
    return value
  }
  const chosen: ChosenValues = {
    ...values,
    chainId: ofGenesis('chainId', 'config.chainId') ?? values.chainId,
    gasLimit: ofGenesis('gasLimit', 'gasLimit') ?? values.gasLimit,
    genesisTimestamp: ofGenesis('timestamp', 'timestamp'),
    allocations: genesis?.allocations ?? [],
  }
  // Of a fork, what is not given follows the fork block.
  const isChosen = (name: 'chainId' | 'gasLimit' | 'gasPrice'): boolean =>
    values.fork === undefined ||
    isGiven(developmentSettings[name]) ||
    (name !== 'gasPrice' && genesis?.[name] !== undefined)
  if (values.fork !== undefined && service.data !== undefined) {
    throw new ConfigurationError([
      'fork is given with data: a fork is kept in memory, and its fetched state in fork-cache',
    ])
  }
  const networks = service.networks.map((network) => developed(network, chosen, isChosen))
  return { ...service, artifacts, configOut, networks }
}

/** A member of the genesis file has the bounds of the setting that it stands for. */
function checkMember(member: string, value: number, setting: Setting): void {
  try {
    setting.type.check(value)
  } catch (error) {
    if (!(error instanceof UnsuitableValue)) throw error
    const flag = setting.name.slice(setting.name.indexOf('.') + 1)
    throw new ConfigurationError([`${member} ${error.message}; --${flag} takes precedence over it`])
  }
}

function problemsOf(values: DevelopmentValues): string[] {
  const { blockTime, fork, peg } = values
  const givenOfFork = values.forkBlock ?? values.forkCache
  return contradictions(
    !peg &&
      (values.pegManual || values.bitcoin !== undefined) &&
      'peg-manual or bitcoin is given without peg: add --peg',
    peg && fork !== undefined && 'peg and fork are both given: a fork has no peg',
    blockTime !== undefined &&
      values.noMining &&
      'block-time and no-mining are both given: choose one of them',
    values.mixed && blockTime === undefined && 'mixed is given without block-time: add --block-time SECONDS',
    fork === undefined &&
      (givenOfFork !== undefined || values.forkVerified) &&
      'fork-block, fork-cache or fork-verified is given without fork: add --fork URL',
    values.state !== undefined &&
      (values.loadState ?? values.dumpState) !== undefined &&
      'state is given with load-state or dump-state: it stands for both',
  )
}

/** No transaction reaches it, and sums of such numbers are exact. */
const hugeGasLimit = 1_000_000_000_000

function developed(
  network: NetworkConfiguration,
  values: ChosenValues,
  isChosen: (name: 'chainId' | 'gasLimit' | 'gasPrice') => boolean,
): NetworkConfiguration {
  const { state, loadState = state, dumpState = state, disableBlockGasLimit, fork } = values
  const { chainId, ...others } = values
  const { gasLimitTarget: _, minimumGasPriceTarget: __, ...node } = network.node
  const gasLimit = disableBlockGasLimit ? hugeGasLimit : values.gasLimit
  return {
    ...network,
    stateFiles: { load: loadState, mayBeMissing: state !== undefined, dump: dumpState },
    rpc: {
      ...network.rpc,
      // Calls may use the gas that blocks have.
      callGasCap: Math.max(network.rpc.callGasCap, gasLimit),
      ...(values.clientVersion === 'tools' && { clientVersion: toolClientVersion() }),
      development: { skipsRemasc: values.skipRemasc, throwsOnRevert: values.throwOnRevert },
    },
    node: {
      ...node,
      ...withHardfork(node, values),
      mining: miningMode(values),
      ...(values.peg && { peg: pegOptions(values) }),
      ...(fork !== undefined && { fork: forkOptions(fork, values) }),
      ...((disableBlockGasLimit || isChosen('gasLimit')) && { gasLimitTarget: BigInt(gasLimit) }),
      ...(isChosen('gasPrice') && { minimumGasPriceTarget: BigInt(values.gasPrice) }),
      development: {
        ...others,
        balance: weiOf(values.balance),
        ...(isChosen('chainId') && { chainId }),
      },
    },
  }
}

const forkOptions = (url: string, values: DevelopmentValues): ForkOptions => ({
  url,
  block: values.forkBlock,
  cacheFolder: values.forkCache ?? defaultCacheFolder(),
  demandsProofs: values.forkVerified,
})

const pegOptions = ({ pegManual, pegInterval, bitcoin }: DevelopmentValues): PegOptions => ({
  isManual: pegManual,
  intervalMs: pegInterval,
  ...(bitcoin !== undefined && { bitcoin: { url: bitcoin } }),
})

function miningMode({ blockTime, noMining, mixed }: DevelopmentValues): MiningMode {
  if (noMining) return { kind: 'manual' }
  if (blockTime === undefined) return { kind: 'per-transaction' }
  return { kind: mixed ? 'mixed' : 'interval', milliseconds: blockTime * 1000 }
}

const decimals = 18

/** Wei of an amount of RBTC in decimal digits. */
function weiOf(text: string): bigint {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}

/** The rules that the options choose. */
export function withHardfork({ upgrades }: NodeOptions, chosen: ChosenRules): Pick<NodeOptions, 'upgrades'> {
  try {
    const schedule = hardforkSchedule(upgrades, chosen)
    return schedule === undefined ? {} : { upgrades: schedule }
  } catch (error) {
    if (error instanceof ScheduleError) throw new ConfigurationError([`hardfork ${error.message}`])
    throw error
  }
}
