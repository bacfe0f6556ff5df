import type { DevelopmentOptions } from '../node/local/development/developmentOptions.ts'
import type { NodeOptions } from '../node/nodeOptions.ts'
import type { PegOptions } from '../node/openPeg.ts'
import type { ErrorDialect } from '../rpc/method/context.ts'

type SharedOptions = Pick<
  NodeOptions,
  | 'dataFolder'
  | 'upgrades'
  | 'fork'
  | 'flush'
  | 'gasLimitTarget'
  | 'minimumGasPriceTarget'
  | 'accountSeeds'
  | 'pool'
  | 'gasPrices'
  | 'traces'
  | 'clock'
  | 'random'
  | 'onError'
>

export interface CreateNodeOptions extends SharedOptions, DevelopmentOptions {
  /** When blocks are mined: one per transaction (the default), on request, or at an interval. */
  readonly mining?: 'transaction' | 'manual' | { readonly everyMs: number }
  /** A Bitcoin and a federation beside the chain, for peg-ins and peg-outs; see docs/peg.md. */
  readonly peg?: boolean | PegOptions
  /** Address that receives the fees of mined blocks, in hex. */
  readonly coinbase?: string
  /** Private keys of further accounts, in hex. Their balance in the genesis block is zero. */
  readonly privateKeys?: readonly string[]
  /** Form of error responses: that of Ethereum's nodes, which tools decode, or that of Rootstock's. */
  readonly errors?: ErrorDialect
  /** Whether blocks are answered without the REMASC transaction; they are by default. */
  readonly skipRemasc?: boolean
  /** Whether Ethereum's transactions of type 1 and 2 are executed, with their legacy meaning. */
  readonly acceptTyped?: boolean
  /** `web3_clientVersion`: with a name that Hardhat's and OpenZeppelin's tools accept, or the plain one. */
  readonly clientVersion?: 'tools' | 'plain'
  /** Receives one readable line per call, per transaction and per `console.log` of a contract. */
  readonly onLine?: (line: string) => void
  /** Whether `onLine` also receives the calls between contracts. */
  readonly verbose?: boolean
}
