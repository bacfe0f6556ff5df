import { type ContractCreation, EvmHost, executingBlock } from '../execution/host/evmHost.ts'
import type { ChainReader } from '../native/nativeContext.ts'
import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { DamagedRecord } from '../primitives/errors.ts'
import { toHex } from '../primitives/hex.ts'
import type { Block } from '../protocol/block.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { CodeCache } from '../state/codeCache.ts'
import { State } from '../state/state.ts'
import { isStamped } from '../store/folder/stamp.ts'
import type { Store } from '../store/store.ts'
import type { Trie } from '../trie/trie.ts'
import { adoptHistory, type PastBlock } from './adoptHistory.ts'
import { repairRecord } from './healing/repairRecord.ts'
import { replaceBlock } from './healing/replaceBlock.ts'
import { announceWritten } from './importing/branches.ts'
import type { ChainEvents, EventName, Events } from './importing/events.ts'
import type { BlockExecution, Importer } from './importing/importer.ts'
import type { ImportOutcome } from './importing/outcome.ts'
import { RejectedBlocks } from './importing/rejectedBlocks.ts'
import type { LogCriterion } from './logs/criterion.ts'
import {
  type BlockQuery,
  blocksWithTerms,
  type LogQuery,
  searchBlock,
  searchBlocks,
} from './logs/logQuery.ts'
import { type FoundLog, FoundLogs, type LogSink } from './logs/logSink.ts'
import { type LoggedOrigin, searchWithOrigin } from './logs/logsWithOrigin.ts'
import type { HeldRule } from './preparing/findings.ts'
import { Reexecution } from './reexecution.ts'
import { type BlockSelector, selectBlock } from './selector.ts'
import { extendDown } from './snapshot.ts'
import { discardEditsAbove, editHeadState, restoreHeadState } from './stateEditing.ts'
import type { Blocks } from './storage/blocks.ts'
import {
  type ChainStart,
  chainStart,
  requireBlock,
  requireExecuted,
  requireState,
} from './storage/chainStart.ts'
import { keptRoot } from './storage/stateNotKept.ts'
import type { States } from './storage/states.ts'
import { stateTables } from './storage/stateTables.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import { type FoundTransaction, findTransaction } from './storage/transactionPlace.ts'
import type { ImportThread } from './thread/importThread.ts'
import type { RecordedCall } from './traces/callRecord.ts'
import { callsOf } from './traces/calls.ts'
import { creationsOf } from './traces/creations.ts'
import { type ParticipantQuery, participantBlocks } from './traces/participantBlocks.ts'
import { participantsOf } from './traces/participants.ts'

export interface ChainParts {
  readonly store: Store
  readonly network: Network
  readonly blocks: Blocks
  readonly states: States
  readonly events: Events
  readonly importer: Importer
  readonly textBytes: number
  /** Undefined for a chain that only one thread can write. */
  readonly startThread: (() => ImportThread) | undefined
  /** Set for a fork. */
  readonly origin: LoggedOrigin | undefined
}

/** Blocks that are executed to restore a record while the node serves: their execution takes less than a second. */
const fewBlocks = 8

/** States that are looked for to tell from which block on all are stored: a few milliseconds. */
const maximumStateChecks = 1_000

/** Values that a shared state may have read before another one replaces it: they take about 4 MB. */
const maximumReads = 10_000

interface SharedState {
  readonly header: BlockHeader
  readonly trie: Trie
  readonly state: State
  /** Made by the first simulated call. */
  host: EvmHost | undefined
}

/**
 * All stored branches of a network with the state after every block, and the best of them. Everything is synchronous.
 * Only caches are in memory: answers come from the store, so the chains of several processes over one folder agree.
 */
export class Chain implements ChainReader {
  readonly reexecution: Reexecution
  /** Blocks that were rejected; those of a thread that imports are noted by the one that gave them to it. */
  readonly rejectedBlocks = new RejectedBlocks()
  readonly #parts: ChainParts
  #thread: ImportThread | undefined
  #isClosed = false

  /** What the latest reads and simulated calls share. */
  #shared: SharedState | undefined

  constructor(parts: ChainParts) {
    this.#parts = parts
    this.reexecution = new Reexecution(parts)
  }

  get network(): Network {
    return this.#parts.network
  }

  /** The part of the chain's caches for JSON texts of its blocks. */
  get textBytes(): number {
    return this.#parts.textBytes
  }

  /** Where a chain begins that started at a snapshot; undefined for one that starts at the genesis block. */
  get start(): ChainStart | undefined {
    return chainStart(this.#parts.store)
  }

  /** Number of the first block of this chain: that of the genesis block, or the block at which a fork started. */
  get firstNumber(): number {
    return this.#parts.origin?.number ?? 0
  }

  /**
   * The oldest block from which on all states up to the head are stored here. States that were passed while catching up may be
   * missing anywhere: then the last blocks are looked at, and it may be a later one.
   */
  get oldestState(): number {
    const { store, blocks, states } = this.#parts
    const { firstKept, hasGaps } = stateTables(store)
    const first = Math.max(firstKept, this.start?.number ?? 0, this.firstNumber)
    if (!hasGaps) return first
    const lowest = Math.max(first, this.head.number - maximumStateChecks)
    let oldest = this.head.number
    while (oldest > lowest && states.has(blocks.stateRoot(blocks.expectCanonical(oldest - 1).record)))
      oldest--
    return oldest
  }

  /** Whether states were removed, or not saved, by the process that writes the folder. */
  get prunesStates(): boolean {
    const { firstKept, hasGaps } = stateTables(this.#parts.store)
    return firstKept > 0 || hasGaps
  }

  /** The code of contracts, for all executions on the chain's states. */
  get codes(): CodeCache {
    return this.#parts.states.codes
  }

  /** The best block. */
  get head(): StoredBlock {
    return this.#parts.blocks.head
  }

  /**
   * Checks, executes and stores a block, and then the blocks that waited for it. Throws when the store fails; the
   * block is then not stored. `holds` are rules that the caller knows to hold.
   */
  import(block: Block, holds: readonly HeldRule[] = []): ImportOutcome {
    const outcome = this.#alone(() => this.#parts.importer.import(block, holds))
    this.rejectedBlocks.note(block, outcome)
    return outcome
  }

  /** Stores a block that this node assembled on the best block, with the result of its execution, in one transaction. */
  extend(block: Block, execution: BlockExecution): ImportOutcome {
    return this.#alone(() => this.#parts.importer.extend(block, execution))
  }

  /**
   * The thread that imports while the chain catches up, started when it does not run; undefined for a chain in memory.
   * All other methods wait for its turn when they write.
   */
  importThread(): ImportThread | undefined {
    if (this.#isClosed) return undefined
    if (!this.#thread?.isOpen) this.#thread = this.#parts.startThread?.()
    return this.#thread
  }

  /**
   * Stores blocks below the lowest one of a chain that started at a snapshot, newest first. They are not executed.
   * Throws when they are not its ancestors.
   */
  addBelow(ancestors: readonly Block[]): void {
    const { store, blocks, importer } = this.#parts
    this.#alone(() => {
      importer.save()
      const { start } = this
      if (start === undefined || ancestors.length === 0) return
      const lowest = blocks.expectCanonical(start.lowest)
      store.write((batch) => extendDown(batch, start, lowest, ancestors))
    })
  }

  /**
   * Restores a damaged record from what else is stored. Returns false when that is not possible, or would take the
   * execution of more than a few blocks.
   */
  repair(record: DamagedRecord): boolean {
    return this.#alone(() => repairRecord(record, { ...this.#parts, maximumExecuted: fewBlocks }))
  }

  /** Writes header and body of a stored block anew. Returns false when it is another block. */
  replace(block: Block): boolean {
    return this.#alone(() => replaceBlock(block, { ...this.#parts, maximumExecuted: fewBlocks }))
  }

  /** Ends the importing thread, which saves its blocks. */
  endThread(): void {
    this.#thread?.close()
    this.#thread = undefined
  }

  /** The chain is not used any more; its store can be closed. */
  close(): void {
    this.#isClosed = true
    this.endThread()
  }

  /** Writes of the main thread and groups of the other one exclude each other. */
  #alone<Result>(work: () => Result): Result {
    return this.#thread ? this.#thread.exclusively(work) : work()
  }

  /**
   * Like `import`, for a chain that catches up: blocks are stored in groups, each in one transaction. Until then
   * `head` and all other answers are those before the group. When the store fails, the group is not stored. `holds` are
   * rules that were checked ahead.
   */
  importInGroup(block: Block, holds: readonly HeldRule[] = []): ImportOutcome {
    return this.#alone(() => this.#parts.importer.add(block, holds))
  }

  /** `importInGroup` in slices of time, between which other work gets its turn. One block at a time. */
  importInSlices(block: Block, holds: readonly HeldRule[] = []): Promise<ImportOutcome> {
    return this.#parts.importer.addInSlices(block, holds)
  }

  /** Stores the blocks of an incomplete group. */
  saveGroup(): void {
    this.#parts.importer.save()
  }

  /** Stores the blocks of an incomplete group if the first of them has waited long enough. */
  saveGroupIfDue(): void {
    this.#parts.importer.saveIfDue()
  }

  /**
   * Makes a stored block the head although others have more work; used by local chains. Abandoned blocks stay stored
   * as a branch. Importing one of them, or a descendant, adopts their branch again.
   */
  rewind(hash: Hash): void {
    this.#alone(() => this.#rewind(hash))
  }

  #rewind(hash: Hash): void {
    const { blocks, importer } = this.#parts
    importer.save()
    const target = blocks.block(hash)
    if (target === undefined) throw new RangeError(`cannot rewind to block ${toHex(hash)}: it is not stored`)
    if (target.number < this.firstNumber) throw new RangeError('cannot rewind to a block before the fork')
    if (equalBytes(hash, blocks.head.hash)) return
    if (this.network.isDevelopment) discardEditsAbove(target.number, this.#parts)
    importer.rewind(target)
  }

  /**
   * Changes the state after the best block of a development chain. The block keeps its hash; calls, proofs, traces and
   * the next block start from the edited state.
   */
  editHead(edit: (state: State) => void): void {
    this.#alone(() => this.#editHead(edit))
  }

  #editHead(edit: (state: State) => void): void {
    if (!this.network.isDevelopment) throw new Error('only the state of a development chain can be edited')
    this.#parts.importer.save()
    editHeadState(this.#parts, edit)
  }

  /** Whether `adoptHistory` works: for a development chain in memory that has nothing but its genesis block. */
  get canAdoptHistory(): boolean {
    const { store, origin } = this.#parts
    // The stamp of a folder names the genesis block, which the earlier run may have another of.
    const isInMemory = !isStamped((key) => store.get('meta', key))
    return this.network.isDevelopment === true && isInMemory && origin === undefined && this.head.number === 0
  }

  /**
   * Continues the blocks of an earlier run, which follow each other from a genesis block on. `edit` makes the state after
   * the last one from that of the own genesis block; the states between are not known.
   */
  adoptHistory(blocks: readonly PastBlock[], edit: (state: State) => void): void {
    const { store, states } = this.#parts
    if (!this.canAdoptHistory) throw new RangeError('only a new development chain in memory adopts blocks')
    adoptHistory(store, { blocks, states, firstRoot: keptRoot(this.head, this.#parts), edit })
  }

  /** Root of the edited state after a block; undefined when it is that of the block's execution. */
  editedRoot(hash: Hash): Hash | undefined {
    return this.#parts.blocks.editedRoot(hash)
  }

  /** Returns the state after the best block to one that it had before. */
  restoreEdit(root: Hash | undefined): void {
    restoreHeadState(this.#parts, root)
  }

  /** A stored block of any branch. */
  block(hash: Hash): StoredBlock | undefined {
    return this.#parts.blocks.block(hash)
  }

  /** Whether a block of any branch is stored. */
  hasBlock(hash: Hash): boolean {
    return this.#parts.blocks.has(hash)
  }

  select(selector: BlockSelector): StoredBlock | undefined {
    return selectBlock(selector, this.#parts.blocks, this.network)
  }

  isCanonical(block: Block): boolean {
    return this.#parts.blocks.isCanonical(block.header)
  }

  totalDifficulty(hash: Hash): bigint | undefined {
    return this.#parts.blocks.totalDifficulty(hash)
  }

  ancestor(descendant: Hash, number: number): StoredBlock | undefined {
    return this.#parts.blocks.ancestor(descendant, number)
  }

  transaction(hash: Hash): FoundTransaction | undefined {
    return findTransaction(hash, this.#parts)
  }

  /** The state after a block. Throws `MissingHistory` before the start of the chain. */
  stateAt(selector: BlockSelector): State | undefined {
    const trie = this.trieAt(selector)
    return trie && new State(trie, this.#parts.states.codes)
  }

  /** Code of more than 32 bytes by its hash; undefined when no stored state has it. */
  codeByHash(hash: Hash): Uint8Array | undefined {
    return this.#parts.states.longValue(hash)
  }

  /**
   * The state after a block for callers that leave it unchanged. Those that ask for one block after the other share it with
   * what it has read, until that is too much to keep.
   */
  sharedState({ header }: StoredBlock): State {
    const trie = this.trieAt(header.hash)!
    const known = this.#shared
    // The state of a fork may have values that stand for those not fetched yet.
    const isSame = trie.listsAll && known?.header === header && known.trie.root === trie.root
    if (isSame && known.state.reads.count < maximumReads) return known.state
    const state = new State(trie, this.#parts.states.codes)
    this.#shared = { header, trie, state, host: undefined }
    return state
  }

  /** The host of simulated calls after a block, over its shared state. */
  callHost(block: StoredBlock): EvmHost {
    const state = this.sharedState(block)
    const shared = this.#shared!
    const { network } = this
    shared.host ??= new EvmHost(state, { network, chain: this, block: executingBlock(block.header) })
    return shared.host
  }

  /** The trie of `stateAt`. */
  trieAt(selector: BlockSelector): Trie | undefined {
    const { store, states } = this.#parts
    const isHead = this.#isHead(selector)
    const latest = isHead ? states.latest : undefined
    if (latest !== undefined) return latest
    const block = this.select(selector)
    if (block === undefined) return undefined
    requireState(store, block.number)
    const trie = states.trieAt(keptRoot(block, this.#parts))
    if (isHead) states.latest = trie
    return trie
  }

  #isHead(selector: BlockSelector): boolean {
    if (selector === 'latest') return true
    return selector instanceof Uint8Array && equalBytes(selector, this.head.hash)
  }

  /** Throws `MissingHistory` for a block that the chain does not have because it started at a snapshot. */
  requireBlock(number: number): void {
    requireBlock(this.#parts.store, number)
  }

  /** The state after a canonical block for reading all of it, which leaves the cache of other readers alone. */
  wholeState(height: number): Trie | undefined {
    const block = this.select(height)
    return block && this.#parts.states.wholeTrieAt(keptRoot(block, this.#parts))
  }

  /** Numbers of the canonical blocks, ascending, that have a participant of each list. */
  blocksWithParticipants(query: ParticipantQuery): Iterable<number> {
    const { store, blocks } = this.#parts
    requireExecuted(store, query.fromBlock, query.toBlock)
    return participantBlocks(store, query, blocks.head.number)
  }

  /** Map keys of the accounts that take part in the calls of a canonical block. */
  participantsIn(number: number): ReadonlySet<string> {
    return new Set(participantsOf(this.#parts.store, number))
  }

  /** The contracts that a canonical block created; empty also for a block that was stored before creations were. */
  creationsIn(number: number): readonly ContractCreation[] {
    return creationsOf(this.#parts.store, number)
  }

  /** Numbers of the canonical blocks, ascending, that have a term of every condition, though perhaps in different logs. */
  blocksWithLogs({ fromBlock, toBlock, ...criterion }: LogQuery): Iterable<number> {
    const { store, blocks } = this.#parts
    requireExecuted(store, fromBlock, toBlock)
    return blocksWithTerms(store, criterion, fromBlock, Math.min(toBlock, blocks.head.number))
  }

  /**
   * The outermost call of each transaction of a stored block of any branch, with its inner calls; undefined if the calls of
   * the block are not recorded.
   */
  callsIn(block: Hash): readonly RecordedCall[] | undefined {
    return callsOf(this.#parts.store, block)
  }

  /** Logs of the canonical chain, in its order. Throws `TooManyLogs` for a wide query with too many. */
  logs(query: LogQuery): FoundLog[] {
    const found = new FoundLogs()
    this.searchLogs(query, found)
    return found.logs
  }

  /** Gives the logs that `logs` returns to a sink. */
  searchLogs(query: LogQuery, sink: LogSink): void {
    const { store, blocks, origin } = this.#parts
    requireExecuted(store, query.fromBlock, query.toBlock)
    searchWithOrigin(query, origin, sink, (own) =>
      store.snapshot((reader) => searchBlocks(reader, blocks, own, sink)),
    )
  }

  /** Logs of one block of any branch. */
  logsOf(block: StoredBlock, criterion: LogCriterion): FoundLog[] {
    const found = new FoundLogs()
    this.searchBlock(block, criterion, found)
    return found.logs
  }

  /** Gives the logs that `logsOf` returns to a sink. */
  searchBlock(block: StoredBlock, query: BlockQuery, sink: LogSink): void {
    searchBlock(block, this.#parts.blocks, query, sink)
  }

  /** Reads from the file that has replaced the one of a folder that another process writes, if there is one. */
  renew(): void {
    if (this.#parts.store.renew?.() === true) this.#parts.states.forgetPlaces()
  }

  /**
   * For a chain over a store that another process writes: announces the blocks that left and joined the best chain after
   * `since`, and returns the newest one that was announced.
   */
  announceWritten(since: StoredBlock): StoredBlock {
    const { store, blocks, events } = this.#parts
    return store.snapshot(() => announceWritten(since, blocks, events))
  }

  /** Returns a function that removes the listener. */
  on<Name extends EventName>(name: Name, listener: (event: ChainEvents[Name]) => void): () => void {
    return this.#parts.events.on(name, listener)
  }
}
