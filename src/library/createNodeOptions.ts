import type { NodeOptions } from '../node/options.ts'
import type { ErrorDialect } from '../rpc/method/context.ts'

type SharedOptions = Pick<
  NodeOptions,
  | 'dataFolder'
  | 'upgrades'
  | 'sync'
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

export interface CreateNodeOptions extends SharedOptions {
  /** When blocks are mined: one per transaction (the default), on request, or at an interval. */
  readonly mining?: 'transaction' | 'manual' | { readonly everyMs: number }
  /** Address that receives the fees of mined blocks, in hex. */
  readonly coinbase?: string
  /** Private keys of further accounts, in hex. Their balance in the genesis block is zero. */
  readonly privateKeys?: readonly string[]
  /** Form of error responses. viem decodes reverts only in the form `'ethereum'`. */
  readonly errors?: ErrorDialect
  /** Receives one readable line per call, per transaction and per `console.log` of a contract. */
  readonly onLine?: (line: string) => void
  /** Whether `onLine` also receives the calls between contracts. */
  readonly verbose?: boolean
}
