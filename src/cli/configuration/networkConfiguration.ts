import type { MiningMode } from '../../mining/miner.ts'
import type { NodeOptions } from '../../node/nodeOptions.ts'
import type { PeeringOptions } from '../../peers/network/peeringSettings.ts'
import { asAddress } from '../../primitives/bytes.ts'
import { fromHex } from '../../primitives/hex.ts'
import type { UpgradeSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { RpcSettings } from '../../rpc/method/context.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import type { UpstreamOptions } from '../../upstream/upstreamOptions.ts'
import type { Configuration } from './configuration.ts'
import { isLocal } from './localNetwork.ts'
import type { ServiceLimits } from './settings/limitSettings.ts'
import { methodsThatNeedGrant, underAllNames } from './settings/methodNames.ts'
import {
  localChainSettings,
  type NetworkValues,
  networkSettings,
  usualHistory,
} from './settings/networkSettings.ts'
import { type PeerValues, peerSettings } from './settings/peerSettings.ts'
import type { ServiceValues } from './settings/serviceSettings.ts'

/** The configuration of one network: its settings, and what follows from them and from those of the common. */
export interface NetworkConfiguration extends Pick<NetworkValues, 'port' | 'adminPort' | 'disabled'> {
  readonly name: NetworkName
  readonly origins: HostedNetwork['origins']
  /** Whether the operator asked for the network, by its name or by its peers; the local chain is always wanted. */
  readonly isRequired: boolean
  /** Of a development chain. */
  readonly stateFiles?: StateFiles
  readonly rpc: Partial<RpcSettings> & Pick<RpcSettings, 'callGasCap'>
  readonly node: NodeOptions
  /** Undefined without peering. */
  readonly peering: PeeringOptions | undefined
  /** Undefined when this node answers alone. */
  readonly upstream: UpstreamOptions | undefined
}

/** Files of a development chain's state. */
export interface StateFiles {
  readonly load: string | undefined
  /** Whether a file that does not exist yet is not loaded. */
  readonly mayBeMissing: boolean
  readonly dump: string | undefined
}

/** What the process says about its networks. */
export interface CommonValues extends ServiceValues {
  /** Whether the operator named the networks. */
  readonly isNamed: boolean
  readonly limits: ServiceLimits
  /** Of the local chain; undefined for its usual schedule. */
  readonly schedule: UpgradeSchedule | undefined
  /** Whether other machines need no key. */
  readonly isOpenToOthers: boolean
  /** Endpoints by the flag of the common. */
  readonly upstreams: ReadonlyMap<NetworkName, string>
}

export function networkConfiguration(
  configuration: Configuration,
  name: NetworkName,
  common: CommonValues,
): NetworkConfiguration {
  const { schedule, limits } = common
  const values = configuration.values(networkSettings(name))
  const { port, adminPort, origins, disabled, errors, callGasCap, stateOverrides, indexCallsFrom } = values
  const { enabled, ...peers } = configuration.values(peerSettings(name))
  const isPeering = enabled ?? (common.peers && name !== 'regtest')
  return {
    name,
    port,
    adminPort,
    origins: origins.includes('*') ? '*' : origins,
    disabled: underAllNames([
      ...disabled,
      ...(common.isOpenToOthers && !isLocal(name) ? methodsThatNeedGrant() : []),
    ]),
    isRequired: common.isNamed || isPeering || isLocal(name),
    rpc: {
      errors,
      callGasCap,
      callTimeoutMs: limits.answerTimeoutMs,
      allowsStateOverrides: stateOverrides,
      maximumHeadAgeMs: common.maximumHeadAgeMs,
    },
    node: {
      network: name,
      mining: miningMode(configuration),
      ...(isLocal(name) && schedule !== undefined && { upgrades: schedule }),
      history: values.history ?? common.history ?? usualHistory(name),
      ...(common.indexCalls && { indexCallsFrom, indexCallsShare: common.indexCallsShare }),
      ...nodeOptions(values),
      traces: { timeoutMs: limits.longAnswerTimeoutMs },
    },
    peering: isPeering ? { sync: common.sync, ...peeringOptions(peers) } : undefined,
    upstream: upstreamOptions(name, values, common),
  }
}

/** Less than the limit for an answer, so that a client learns the reason. */
const upstreamTimeoutMs = (answerTimeoutMs: number): number => Math.ceil(0.9 * answerTimeoutMs)

/** The endpoint of the network's own setting takes precedence. */
function upstreamOptions(
  name: NetworkName,
  { upstream, upstreamLag, upstreamVerified }: NetworkValues,
  { upstreams, limits }: CommonValues,
): UpstreamOptions | undefined {
  const url = upstream ?? upstreams.get(name)
  if (url === undefined) return undefined
  const timeoutMs = upstreamTimeoutMs(limits.answerTimeoutMs)
  return { url, lag: upstreamLag, demandsProofs: upstreamVerified, timeoutMs }
}

function nodeOptions(values: NetworkValues): NodeOptions {
  const { coinbase, gasLimitTarget, minimumGasPriceTarget, flush } = values
  return {
    flush,
    ...(coinbase !== undefined && { coinbase: asAddress(fromHex(coinbase)) }),
    ...(gasLimitTarget !== undefined && { gasLimitTarget: BigInt(gasLimitTarget) }),
    ...(minimumGasPriceTarget !== undefined && { minimumGasPriceTarget: BigInt(minimumGasPriceTarget) }),
  }
}

/** Public networks ignore the mode. */
function miningMode(configuration: Configuration): MiningMode {
  const { mining: kind, miningIntervalMs: milliseconds } = configuration.values(localChainSettings)
  return kind === 'interval' ? { kind, milliseconds } : { kind }
}

type Defined<Values> = { readonly [Key in keyof Values]?: NonNullable<Values[Key]> }

/** Unset values are omitted, so that the defaults of `src/peers` apply. */
function peeringOptions(values: Omit<PeerValues, 'enabled'>): PeeringOptions {
  const set = Object.entries(values).filter(([, value]) => value !== undefined)
  const { privateKey, ...options }: Defined<typeof values> = Object.fromEntries(set)
  return { ...options, ...(privateKey !== undefined && { privateKey: fromHex(privateKey) }) }
}
