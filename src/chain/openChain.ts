import type { Network } from '../protocol/networks/network.ts'
import type { Store } from '../store/store.ts'
import { Chain } from './chain.ts'
import { writeGenesis } from './genesis.ts'
import { Events } from './importing/events.ts'
import { type Executor, executeAndVerify } from './importing/executor.ts'
import { Importer } from './importing/importer.ts'
import { Blocks } from './storage/blocks.ts'
import { States } from './storage/states.ts'

export interface ChainOptions {
  /** One that was opened for reading gives a chain that follows its writer; only `import` is refused. */
  readonly store: Store
  readonly network: Network
  /** Seconds since 1970. */
  readonly clock: () => number
  /** How blocks are executed; tests may do without contracts. */
  readonly execute?: Executor
  /** Memory for trie nodes. */
  readonly nodeCacheBytes?: number
  /** Hears what listeners of the chain's events throw; by default it becomes a warning of the process. */
  readonly onListenerError?: (error: unknown) => void
}

const defaultNodeCacheBytes = 64 << 20

/** Goes on at the stored head, or starts an empty store with the network's genesis. */
export function openChain(options: ChainOptions): Chain {
  const { store, network, clock } = options
  const { execute = executeAndVerify, nodeCacheBytes = defaultNodeCacheBytes } = options
  const blocks = new Blocks(store, network)
  if (blocks.headHash === undefined) writeGenesis(store, network)
  const states = new States(store, nodeCacheBytes)
  const events = new Events(options.onListenerError ?? warn)
  const importer = new Importer({ store, network, blocks, states, events, execute, clock })
  return new Chain({ store, network, blocks, states, events, importer })
}

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))
