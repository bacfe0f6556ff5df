import type { ChainMemory } from '../chain/storage/chainMemory.ts'
import type { MiningMode } from '../mining/miner.ts'
import type { PeeringOptions } from '../peers/network/peeringSettings.ts'
import type { GasPriceOptions } from '../pool/gasPrice.ts'
import type { PoolOptions } from '../pool/poolOptions.ts'
import type { Address } from '../primitives/bytes.ts'
import type { DebugLog } from '../primitives/debugLog.ts'
import { networks } from '../protocol/networks/definitions.ts'
import type { Network } from '../protocol/networks/network.ts'
import { ScheduleError, type UpgradeSchedule, withSchedule } from '../protocol/networks/upgradeSchedule.ts'
import type { NetworkName } from '../protocol/networks/upgrades.ts'
import type { TraceLimits } from '../tracing/run/traceLimits.ts'
import type { ForkOptions } from '../upstream/openFork.ts'
import type { CallLogOptions } from './local/callLog/callLog.ts'
import type { CompiledContracts } from './local/callLog/contractArtifact.ts'
import type { DevelopmentOptions } from './local/development/developmentOptions.ts'
import type { LocalWalletOptions } from './local/localWallet.ts'
import type { PegOptions } from './openPeg.ts'
import type { DataHomeOptions } from './services/dataHome.ts'

/** Options of a node. All have defaults: without options it is a local chain in memory. */
export interface NodeOptions extends DataHomeOptions, LocalWalletOptions {
  readonly network?: NetworkName
  /** The heights of upgrades and rules that differ from the network's schedule; only for a local chain. */
  readonly upgrades?: UpgradeSchedule
  /** Makes the local chain a development chain, with a first block of its own and the helpers of tools. */
  readonly development?: DevelopmentOptions
  /** Makes the chain a fork of another, with its state and rules, and the helpers of a development chain. */
  readonly fork?: ForkOptions
  /** A Bitcoin and a federation beside the development chain; without it the Bridge has nothing to talk to. */
  readonly peg?: PegOptions | undefined
  /** When the local chain mines; by default per transaction. Public networks mine on request only. */
  readonly mining?: MiningMode
  /** The account that mined blocks pay. Without it, a public network hands out no work. */
  readonly coinbase?: Address
  /** The gas limit and the minimum gas price that mined blocks approach. */
  readonly gasLimitTarget?: bigint
  readonly minimumGasPriceTarget?: bigint
  readonly pool?: Partial<PoolOptions>
  readonly gasPrices?: Partial<GasPriceOptions>
  /** Limits on the time and the length of traces. */
  readonly traces?: Partial<TraceLimits>
  /** Logs each call and transaction of a local chain as readable lines; off if undefined. */
  readonly callLog?: CallLogOptions
  /** Compiled contracts of a development chain; the log, errors and `dev_getContract` name its contracts by them. */
  readonly artifacts?: CompiledContracts
  /** How the node connects to peers; it has no peers if undefined. */
  readonly peering?: PeeringOptions
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  /** Called with errors that no caller can receive; by default they become warnings of the process. */
  readonly onError?: (error: unknown) => void
  /** The memory of the chain; caches have 128 MiB by default. */
  readonly memory?: ChainMemory
  /** The states that are kept: all (the default), or at least those after the last blocks of this number. */
  readonly history?: 'archive' | number
  /** Records the calls of blocks from this one on, so that traces need fewer executions; off if undefined. */
  readonly indexCallsFrom?: number | undefined
  /** Percent of the main thread's time in which the calls of older blocks are recorded; 20 by default. */
  readonly indexCallsShare?: number | undefined
  /** Receives details about peers for debugging; by default they are discarded. */
  readonly onDebug?: DebugLog
}

/** Throws a `ScheduleError` for a schedule that cannot be followed. */
export function networkFrom({
  network: name = 'regtest',
  upgrades,
}: Pick<NodeOptions, 'network' | 'upgrades'>): Network {
  const network = networks[name]
  if (upgrades === undefined) return network
  if (name !== 'regtest') {
    throw new ScheduleError('upgrades', `only a local chain can have its own schedule, not ${name}`)
  }
  return withSchedule(network, upgrades)
}
