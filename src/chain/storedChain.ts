import { type ContractCreation, EvmHost } from '../execution/host/evmHost.ts'
import type { ChainReader } from '../native/nativeContext.ts'
import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Block } from '../protocol/block.ts'
import type { BlockHeader } from '../protocol/headers/header.ts'
import type { Network } from '../protocol/networks/network.ts'
import type { CodeCache } from '../state/codeCache.ts'
import { State } from '../state/state.ts'
import type { Store } from '../store/store.ts'
import type { Trie } from '../trie/trie.ts'
import type { ChainEvents, EventName, Events } from './importing/events.ts'
import type { LogCriterion } from './logs/criterion.ts'
import {
  type BlockQuery,
  blocksWithTerms,
  type LogQuery,
  searchBlock,
  searchBlocks,
  shownBy,
} from './logs/logQuery.ts'
import { type FoundLog, FoundLogs, type LogSink } from './logs/logSink.ts'
import { type LoggedOrigin, searchWithOrigin } from './logs/logsWithOrigin.ts'
import { Reexecution } from './reexecution.ts'
import { type BlockSelector, taggedNumber } from './selector.ts'
import type { Blocks } from './storage/blocks.ts'
import {
  type ChainStart,
  chainStart,
  requireBlock,
  requireExecuted,
  requireState,
} from './storage/chainStart.ts'
import { type FlatLog, flatLog } from './storage/flatLog.ts'
import { oldestState } from './storage/oldestState.ts'
import { OutlinedBlock } from './storage/outlinedBlock.ts'
import { keptRoot } from './storage/stateNotKept.ts'
import type { States } from './storage/states.ts'
import { stateTables } from './storage/stateTables.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import type { LogSearch, LogVisitor } from './storage/storedReceipts.ts'
import { type FoundTransaction, findTransaction } from './storage/transactionPlace.ts'
import type { RecordedCall } from './traces/callRecord.ts'
import { callsOf } from './traces/calls.ts'
import { creationsOf } from './traces/creations.ts'
import { type ParticipantQuery, participantBlocks } from './traces/participantBlocks.ts'
import { participantsOf } from './traces/participants.ts'

/** The stored parts of a chain. */
export interface StoredChainParts {
  readonly store: Store
  readonly network: Network
  readonly blocks: Blocks
  readonly states: States
  readonly events: Events
  readonly textBytes: number
  /** Set for a fork. */
  readonly origin: LoggedOrigin | undefined
}

/** Values that a shared state may have read before another one replaces it: they take about 4 MB. */
const maximumReads = 10_000

const everyLog: LogSearch = { profile: [], matches: () => true }

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
export abstract class StoredChain implements ChainReader {
  readonly network: Network
  /** The code of contracts, for all executions on the chain's states. */
  readonly codes: CodeCache
  /** The part of the chain's caches for JSON texts of its blocks. */
  readonly textBytes: number
  readonly reexecution: Reexecution
  readonly #parts: StoredChainParts
  /** What the latest reads and simulated calls share. */
  #shared: SharedState | undefined

  constructor(parts: StoredChainParts) {
    this.#parts = parts
    this.network = parts.network
    this.codes = parts.states.codes
    this.textBytes = parts.textBytes
    this.reexecution = new Reexecution(parts)
  }

  /** Where a chain begins that started at a snapshot; undefined for one that starts at the genesis block. */
  get start(): ChainStart | undefined {
    return chainStart(this.#parts.store)
  }

  /** Number of the first block of this chain: that of the genesis block, or the block at which a fork started. */
  get firstNumber(): number {
    return this.#parts.origin?.firstNumber ?? 0
  }

  /**
   * The oldest block whose state and all later ones are stored. States that were passed while catching up may be missing
   * anywhere: then only the last blocks are checked, and an older block may qualify.
   */
  get oldestState(): number {
    return oldestState(this.#parts, Math.max(this.start?.number ?? 0, this.firstNumber))
  }

  /** Whether states were removed, or not saved, by the process that writes the folder. */
  get prunesStates(): boolean {
    const { firstKept, hasGaps } = stateTables(this.#parts.store)
    return firstKept > 0 || hasGaps
  }

  /** The best block. */
  get head(): StoredBlock {
    return this.#parts.blocks.head
  }

  /** Root of the edited state after a block; undefined when it is that of the block's execution. */
  editedRoot(hash: Hash): Hash | undefined {
    return this.#parts.blocks.editedRoot(hash)
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
    const { blocks } = this.#parts
    if (selector === 'latest') return blocks.head
    if (selector instanceof Uint8Array) return blocks.block(selector)
    const hash = blocks.canonicalHash(this.#numberOf(selector))
    return hash && blocks.expect(hash)
  }

  /** A canonical block without decoding it; undefined above the best block. */
  outline(number: number): OutlinedBlock | undefined {
    const { blocks } = this.#parts
    const hash = blocks.canonicalHash(number)
    return hash && new OutlinedBlock(hash, number, blocks.outline(hash), (each) => blocks.expect(each))
  }

  #numberOf(selector: Exclude<BlockSelector, Hash>): number {
    if (typeof selector === 'number') return selector
    const latest = this.#parts.blocks.head.number
    return selector === 'latest' ? latest : taggedNumber(selector, latest, this.network)
  }

  isCanonical(block: Block): boolean {
    return this.#parts.blocks.isCanonical(block.header)
  }

  /** As contracts read it. */
  totalDifficulty(hash: Hash): bigint | undefined {
    this.#parts.origin?.requireTotalDifficulty?.()
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
    return trie && new State(trie, this.codes)
  }

  /** Code of more than 32 bytes by its hash; undefined when no stored state has it. */
  codeByHash(hash: Hash): Uint8Array | undefined {
    return this.#parts.states.longValue(hash)
  }

  /**
   * The state after a block for callers that leave it unchanged. Consecutive callers for one block share the state and the
   * values that it has read, until these are too many.
   */
  sharedState({ header }: Pick<StoredBlock, 'header'>): State {
    const trie = this.trieAt(header.hash)!
    const known = this.#shared
    // The state of a fork may have values that stand for those not fetched yet.
    const isSame = trie.listsAll && known?.header === header && known.trie.root === trie.root
    if (isSame && known.state.reads.count < maximumReads) return known.state
    const state = new State(trie, this.codes)
    this.#shared = { header, trie, state, host: undefined }
    return state
  }

  /** The host of simulated calls after a block, over its shared state. */
  callHost(block: StoredBlock): EvmHost {
    const state = this.sharedState(block)
    const shared = this.#shared!
    const { network } = this
    shared.host ??= new EvmHost(state, { network, chain: this, header: block.header })
    return shared.host
  }

  /** The trie of `stateAt`. */
  trieAt(selector: BlockSelector): Trie | undefined {
    const { store, states } = this.#parts
    const isHead =
      selector === 'latest' || (selector instanceof Uint8Array && equalBytes(selector, this.head.hash))
    const latest = isHead ? states.latest : undefined
    if (latest !== undefined) return latest
    const block = this.select(selector)
    if (block === undefined) return undefined
    requireState(store, block.number)
    const trie = states.trieAt(keptRoot(block, this.#parts))
    if (isHead) states.latest = trie
    return trie
  }

  /** Throws `MissingHistory` for a block that the chain does not have because it started at a snapshot. */
  requireBlock(selector: Exclude<BlockSelector, Hash>): void {
    requireBlock(this.#parts.store, this.#numberOf(selector))
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

  /** The contracts that a canonical block created. */
  creationsIn(number: number): readonly ContractCreation[] {
    return creationsOf(this.#parts.store, number)
  }

  /** Numbers of the canonical blocks, ascending, that have a term of every condition, though perhaps in different logs. */
  blocksWithLogs(query: LogQuery): Iterable<number> {
    const { store, blocks } = this.#parts
    requireExecuted(store, query.fromBlock, query.toBlock)
    return blocksWithTerms(store, { ...query, toBlock: Math.min(query.toBlock, blocks.head.number) })
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
    searchWithOrigin(query, origin, blocks.network.hidesRemascFrom !== undefined, sink, (own) =>
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

  /** Visits the matching logs of a block, by a search that is made once for many blocks. */
  visitLogs({ hash }: Pick<StoredBlock, 'hash'>, search: LogSearch, visit: LogVisitor): void {
    const { blocks } = this.#parts
    blocks.storedReceipts(hash).eachLog(shownBy(blocks, search), flatLog(), visit)
  }

  /** Visits all logs of a block, those that answers hide too. */
  visitEveryLog(
    { hash }: Pick<StoredBlock, 'hash'>,
    visit: (log: FlatLog, transactionIndex: number, logIndex: number) => void,
  ): void {
    const log = flatLog()
    const receipts = this.#parts.blocks.storedReceipts(hash)
    receipts.eachLog(everyLog, log, (transactionIndex, logIndex) => visit(log, transactionIndex, logIndex))
  }

  /** Unpacks the logs at some positions in a block, which ascend, one after the other. */
  unpackLogs({ hash }: Pick<StoredBlock, 'hash'>, logIndexes: Iterable<number>, visit: LogVisitor): void {
    this.#parts.blocks.storedReceipts(hash).unpackEach(logIndexes, flatLog(), visit)
  }

  /** The hash of a transaction; the others are not decoded. */
  transactionHash({ hash }: Pick<StoredBlock, 'hash'>, index: number): Hash {
    return this.#parts.blocks.transactionHash(hash, index)
  }

  /** Returns a function that removes the listener. */
  on<Name extends EventName>(name: Name, listener: (event: ChainEvents[Name]) => void): () => void {
    return this.#parts.events.on(name, listener)
  }
}
