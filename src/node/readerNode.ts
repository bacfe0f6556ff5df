import type { Chain } from '../chain/chain.ts'
import { chainStamp, openChain } from '../chain/openChain.ts'
import type { StoredBlock } from '../chain/storage/storedBlock.ts'
import { join } from '../platform/paths.ts'
import { warnOf } from '../platform/runtime.ts'
import { TransactionPool } from '../pool/pool.ts'
import { followChain } from '../pool/poolChain.ts'
import type { Network } from '../protocol/networks/network.ts'
import { formatOf, formatVersion } from '../store/folder/stamp.ts'
import { openStore } from '../store/openStore.ts'
import type { Store } from '../store/store.ts'
import { defaultTraceLimits } from '../tracing/run/traceLimits.ts'
import { Traces } from '../tracing/run/traces.ts'
import type { NodeData, StoreFolder } from './node.ts'
import { type NodeOptions, networkFrom } from './nodeOptions.ts'
import { recentBlocks } from './services/recentBlocks.ts'

/** Interval of polling for blocks of the writer; a poll without news reads one record. */
const lookMs = 50

export interface ReaderNodeOptions
  extends Pick<NodeOptions, 'network' | 'upgrades' | 'memory' | 'traces' | 'gasPrices' | 'onError'> {
  /** The data folder of the writer. */
  readonly dataFolder: string
}

/**
 * A network over the folder of a node in another process of this machine, which writes it. It never writes, sees what the
 * writer has committed, and emits the chain's events a few milliseconds after the writer. It has no pool, wallet, miner
 * or peers.
 */
export class ReaderNode {
  readonly network: Network
  readonly chain: Chain
  readonly traces: Traces
  readonly data: NodeData & { readonly folder: StoreFolder }
  /** Empty: transactions wait in the pool of the writer. It follows the gas prices of the blocks. */
  readonly pool: TransactionPool
  readonly #store: Store
  readonly #report: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #announced: StoredBlock
  /** Whether the file was replaced by one that this process cannot read. */
  #isReplacedByOther = false

  private constructor(store: Store, path: string, network: Network, options: ReaderNodeOptions) {
    const { onError = warnOf } = options
    this.network = network
    this.#store = store
    this.#report = onError
    this.chain = openChain(
      { store, network, clock: () => Date.now() / 1000, onListenerError: onError },
      options.memory === undefined ? {} : { memory: options.memory },
    )
    this.traces = new Traces({ chain: this.chain, limits: { ...defaultTraceLimits, ...options.traces } })
    this.data = { store, folder: { path, stamp: chainStamp(network), followsWriter: true } }
    const followed = followChain(this.chain)
    // Transactions of abandoned blocks return to the writer's pool.
    this.pool = new TransactionPool({
      chain: {
        network,
        get head() {
          return followed.head
        },
        accounts: () => followed.accounts(),
        onHead: (listener) => followed.onHead(({ added }) => listener({ abandoned: [], added })),
      },
      clock: Date.now,
      recentBlocks: recentBlocks(this.chain, onError),
      ...(options.gasPrices && { gasPriceOptions: options.gasPrices }),
    })
    this.#announced = this.chain.head
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#timer.unref()
  }

  /** Whether a newer version of the node has upgraded the folder: this process cannot read it any more. */
  get isOutdated(): boolean {
    return this.#isReplacedByOther || formatOf((key) => this.#store.get('meta', key)) !== formatVersion
  }

  /** Throws a `StoreError` for a folder that no writer of this version has made. */
  static open(options: ReaderNodeOptions): ReaderNode {
    const network = networkFrom(options)
    const path = join(options.dataFolder, network.name)
    const store = openStore({ path, ...chainStamp(network), readOnly: true, followsWriter: true })
    try {
      return new ReaderNode(store, path, network, options)
    } catch (error) {
      store.close()
      throw error
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.pool.close()
    this.chain.close()
    this.#store.close()
  }

  /** Compacting replaces the data file; one of another format or chain is for another process. */
  #renew(): void {
    try {
      this.chain.renew()
      this.#isReplacedByOther = false
    } catch (error) {
      if (!this.#isReplacedByOther) this.#report(error)
      this.#isReplacedByOther = true
    }
  }

  #look(): void {
    try {
      this.#renew()
      if (this.isOutdated) return
      this.#announced = this.chain.announceWritten(this.#announced)
    } catch (error) {
      this.#report(error)
    }
  }
}
