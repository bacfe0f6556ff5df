import type { MiningMode } from '../mining/miner.ts'
import type { PeeringOptions } from '../peers/network/peeringOptions.ts'
import type { GasPriceOptions } from '../pool/gasPrice.ts'
import type { PoolOptions } from '../pool/options.ts'
import type { Address } from '../primitives/bytes.ts'
import type { NetworkName } from '../protocol/networks/networkName.ts'
import type { TraceLimits } from '../tracing/worker/traceService.ts'
import type { CallLogOptions } from './callLog/callLog.ts'

/** What a node is started with. Everything has a default: without options it is a local chain in memory. */
export interface NodeOptions {
  readonly network?: NetworkName
  /** Where chains, waiting transactions and keys are kept, each network in a folder of its own; else in memory. */
  readonly dataFolder?: string
  /** `none` does not wait for the disk: quicker, for data that a loss of power may take. */
  readonly sync?: 'commit' | 'none'
  /** When the local chain mines; per transaction unless told otherwise. Public networks mine on request only. */
  readonly mining?: MiningMode
  /** Whom mined blocks pay. A public network hands out no work without one. */
  readonly coinbase?: Address
  /** Where mined blocks move the gas limit, and the minimum gas price. */
  readonly gasLimitTarget?: bigint
  readonly minimumGasPriceTarget?: bigint
  /** Texts whose hashes are the keys of the local chain's accounts; the ten well-known ones by default. */
  readonly accountSeeds?: readonly string[]
  /** Keys of more accounts of the local chain. */
  readonly privateKeys?: readonly Uint8Array[]
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
  readonly random?: (length: number) => Uint8Array
  /** Hears what goes wrong where there is nobody to throw at; by default it becomes a warning of the process. */
  readonly onError?: (error: unknown) => void
}
