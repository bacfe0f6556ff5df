import type { MiningMode } from '../mining/miner.ts'
import type { PeeringOptions } from '../peers/network/peeringOptions.ts'
import type { GasPriceOptions } from '../pool/gasPrice.ts'
import type { PoolOptions } from '../pool/options.ts'
import type { Address } from '../primitives/bytes.ts'
import type { DebugLog } from '../primitives/debugLog.ts'
import type { NetworkName } from '../protocol/networks/networkName.ts'
import type { UpgradeSchedule } from '../protocol/networks/upgradeSchedule.ts'
import type { TraceLimits } from '../tracing/worker/traceService.ts'
import type { CallLogOptions } from './local/callLog/callLog.ts'
import type { LocalWalletOptions } from './local/localWallet.ts'
import type { DataHomeOptions } from './services/dataHome.ts'

/** What a node is started with. Everything has a default: without options it is a local chain in memory. */
export interface NodeOptions extends DataHomeOptions, LocalWalletOptions {
  readonly network?: NetworkName
  /** When upgrades and rules start, where it differs from the network's own schedule; for a local chain only. */
  readonly upgrades?: UpgradeSchedule
  /** When the local chain mines; per transaction unless told otherwise. Public networks mine on request only. */
  readonly mining?: MiningMode
  /** Whom mined blocks pay. A public network hands out no work without one. */
  readonly coinbase?: Address
  /** Where mined blocks move the gas limit, and the minimum gas price. */
  readonly gasLimitTarget?: bigint
  readonly minimumGasPriceTarget?: bigint
  readonly pool?: Partial<PoolOptions>
  readonly gasPrices?: Partial<GasPriceOptions>
  /** What traces may take of time, threads and memory. */
  readonly traces?: Partial<TraceLimits>
  /** Hears of every call and transaction of a local chain, in lines for people; without this nothing is told. */
  readonly callLog?: CallLogOptions
  /** How the node takes part in its network; without this it keeps to itself. */
  readonly peering?: PeeringOptions
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  /** Hears what goes wrong where there is nobody to throw at; by default it becomes a warning of the process. */
  readonly onError?: (error: unknown) => void
  /** Receives details about peers for debugging; by default they are discarded. */
  readonly onDebug?: DebugLog
}
