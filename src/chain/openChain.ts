import { warnOf } from '../platform/runtime.ts'
import { DamagedData } from '../primitives/errors.ts'
import { weightOf } from '../protocol/block.ts'
import { genesisBlock, genesisState } from '../protocol/genesis.ts'
import type { Network } from '../protocol/networks/network.ts'
import { scheduleText } from '../protocol/networks/upgradeSchedule.ts'
import type { Stamp } from '../store/folder/stamp.ts'
import type { Store } from '../store/store.ts'
import { Chain } from './chain.ts'
import { BlockWriter } from './importing/blockWriter.ts'
import { addToIndexes } from './importing/canonicalIndexes.ts'
import { Events } from './importing/events.ts'
import { type Executor, executeAndVerify } from './importing/executor.ts'
import { type GroupLimits, smallGroups } from './importing/group.ts'
import { Importer } from './importing/importer.ts'
import type { LoggedOrigin } from './logs/logsWithOrigin.ts'
import { takeSerial } from './storage/blockRecords.ts'
import { Blocks, putBlock } from './storage/blocks.ts'
import { putHead } from './storage/canonicalHashes.ts'
import { type ChainMemory, cacheShares, defaultChainMemory } from './storage/chainMemory.ts'
import { saveState } from './storage/nodeClusters.ts'
import { States } from './storage/states.ts'
import { noteGaps } from './storage/stateTables.ts'
import { ImportThread } from './thread/importThread.ts'

export interface OpenChainParts {
  /** Over a store that was opened for reading, the chain follows the writer and cannot import. */
  readonly store: Store
  readonly network: Network
  /** Seconds since 1970. */
  readonly clock: () => number
  /** Milliseconds, of a clock that never goes back. */
  readonly now?: () => number
  /** Executes blocks; tests may replace it. */
  readonly execute?: Executor
  /** Where a fork started; its store holds the head already. */
  readonly origin?: LoggedOrigin | undefined
  /** Receives the errors of event listeners; by default they become warnings of the process. */
  readonly onListenerError?: (error: unknown) => void
  /** The same when the importing thread could not merge runs of the store. */
  readonly onMergeFailure?: ((error: unknown) => void) | undefined
}

export interface ChainOptions {
  /** A part that is not given has its default. */
  readonly memory?: Partial<ChainMemory>
  /**
   * Whether the state after every block can be read (the default). Otherwise, while catching up, only the last state of
   * each group of blocks is saved; blocks that are imported one by one always keep their state.
   */
  readonly keepsEveryState?: boolean
  /** Whether the calls of blocks are stored with them; false by default. */
  readonly recordsCalls?: boolean
  /** Those of a node that serves others by default. */
  readonly groupLimits?: GroupLimits
  /** The folder of the store, so that a thread can import while the chain catches up. */
  readonly folder?: ChainFolder
}

export interface ChainFolder {
  readonly path: string
  readonly flush: 'commit' | 'none'
}

/** Opens the chain at the stored head; an empty store gets the network's genesis first. */
export function openChain(parts: OpenChainParts, options: ChainOptions = {}): Chain {
  const { store, network, clock, execute = executeAndVerify } = parts
  const { onListenerError = warnOf, onMergeFailure = warnOf } = parts
  const now = parts.now ?? (() => performance.now())
  const memory = { ...defaultChainMemory, ...options.memory }
  const shares = cacheShares(memory.cacheBytes)
  const { keepsEveryState = true, recordsCalls = false, groupLimits = smallGroups } = options
  const blocks = new Blocks(store, network, shares)
  if (blocks.headHash === undefined) {
    if (!store.range('canonical', { limit: 1 }).next().done) throw new DamagedData('the head of the chain')
    writeGenesis(store, network)
  }
  if (!keepsEveryState) noteGaps(store)
  const states = new States(store, shares, parts.origin)
  const events = new Events(onListenerError)
  const stored = { store, network, blocks, states, events }
  const writer = new BlockWriter({ ...stored, now, groupLimits, keepsEveryState })
  const importer = new Importer({ ...stored, writer, execute, clock, now, recordsCalls })
  const { folder } = options
  const startThread =
    folder &&
    (() =>
      new ImportThread({
        options: {
          ...folder,
          stamp: chainStamp(network),
          network,
          memory: memory.importThread,
          keepsEveryState,
          recordsCalls,
        },
        ...stored,
        clock,
        onMergeFailure,
      }))
  const { origin } = parts
  return new Chain({ ...stored, importer, writer, textBytes: shares.texts, startThread, origin })
}

/** Makes the network's first block the head of an empty store. */
function writeGenesis(store: Store, network: Network): void {
  const state = genesisState(network)
  const block = genesisBlock(network, state)
  const record = { header: block.header, totalDifficulty: weightOf(block), stateRoot: state.hash() }
  store.write((batch) => {
    saveState(batch, state)
    putBlock(batch, takeSerial(batch, block.header.hash), record, block, [])
    addToIndexes(batch, block, [])
    putHead(batch, block.header.hash)
  })
}

/** The stamp of a folder that holds a chain of this network. */
export const chainStamp = (network: Network): Required<Omit<Stamp, 'format'>> => ({
  network: network.name,
  genesisHash: genesisBlock(network).header.hash,
  schedule: scheduleText(network),
})
