import type { Hash } from '../../primitives/bytes.ts'
import { type Block, weightOf } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import type { Trie } from '../../trie/trie.ts'
import { takeSerial } from '../storage/blockRecords.ts'
import { Blocks, putBlock } from '../storage/blocks.ts'
import { putHead } from '../storage/canonicalHashes.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import { saveState } from '../storage/nodeClusters.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { endCallCoverage } from '../traces/callCoverage.ts'
import { putCalls } from '../traces/calls.ts'
import { putCreations } from '../traces/creations.ts'
import { putParticipants } from '../traces/participants.ts'
import { branchesTo, isBetter } from './branches.ts'
import { addToIndexes, removeFromIndexes } from './canonicalIndexes.ts'
import type { Events, Reorganisation } from './events.ts'
import type { ExecutedBlock } from './executor.ts'
import { Group, type GroupLimits, type GroupStep } from './group.ts'
import type { ImportOutcome } from './outcome.ts'

export interface WriterParts {
  readonly store: Store
  readonly network: Network
  /** The blocks that are in the store. */
  readonly blocks: Blocks
  readonly states: States
  readonly events: Events
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly groupLimits: GroupLimits
  /**
   * Whether the state after every block is saved. Otherwise only the last state of each group is, so that trie nodes
   * that live for less than a group are never written.
   */
  readonly keepsEveryState: boolean
}

/** The writer reads bodies and receipts again in reorganisations only. */
const groupShares = cacheShares(32 << 20)

/** Makes the changes of a block in a transaction of the store, or in the layer of a group. */
type Change = (batch: Batch, group?: Group) => GroupStep

/**
 * Writes executed blocks with their results and indexes, each in one transaction. While the chain catches up they join a
 * group of blocks in memory, which one transaction writes. Until then only the writer and the importer see these
 * blocks: readers and listeners see them when they are in the store.
 */
export class BlockWriter {
  readonly #parts: WriterParts
  /** Reads the group over the store. */
  readonly #reader: Reader
  /** Blocks of the group and the store. */
  #groupedBlocks: Blocks
  #group: Group | undefined
  /** Steps that were written without a group and are not announced yet; undefined while blocks are grouped. */
  #written: GroupStep[] | undefined
  /** Nothing else begins the coverage of calls while this writer works, so it is ended once. */
  #hasEndedCoverage = false

  constructor(parts: WriterParts) {
    this.#parts = parts
    const newest = (): Reader => this.#group?.layer ?? parts.store
    this.#reader = {
      get: (table, key) => newest().get(table, key),
      has: (table, key) => newest().has(table, key),
      range: (table, range) => newest().range(table, range),
    }
    this.#groupedBlocks = new Blocks(this.#reader, parts.network, groupShares)
  }

  /** All blocks, those of the group included. */
  get blocks(): Blocks {
    return this.#group === undefined ? this.#parts.blocks : this.#groupedBlocks
  }

  /** Whether a block of the group has the state with this root. */
  hasGroupedState(root: Hash): boolean {
    return this.#group?.hasState(root) === true
  }

  /**
   * The state with this root, if one of the last blocks of the group has it. The group is saved if another of its blocks has
   * it: then it is found as that of any stored block.
   */
  groupedState(root: Hash): Trie | undefined {
    const state = this.#group?.recentState(root)
    if (state === undefined && this.hasGroupedState(root)) this.save()
    return state
  }

  /** Writes the changes that `work` makes, without a group if none is open, and then announces them. */
  atOnce<Result>(work: () => Result): Result {
    if (this.#group !== undefined) {
      const result = work()
      this.save()
      return result
    }
    const written: GroupStep[] = []
    this.#written = written
    try {
      return work()
    } finally {
      this.#written = undefined
      for (const step of written) this.#announce(step)
    }
  }

  /** Adds an executed block, whose parent is stored or in the group. */
  accept(
    block: Block,
    parent: StoredBlock,
    { state, receipts, participants, creations, calls }: ExecutedBlock,
  ): ImportOutcome {
    const { keepsEveryState } = this.#parts
    const { header } = block
    const { blocks } = this
    const record: HeaderRecord = {
      header,
      totalDifficulty: parent.totalDifficulty + weightOf(block),
      stateRoot: state.hash(),
    }
    const branches = isBetter(record, blocks.head.record) ? branchesTo(parent, blocks) : undefined
    this.#change((batch, group) => {
      if (group === undefined || keepsEveryState) saveState(batch, state)
      const serial = takeSerial(batch, header.hash)
      const bodyBytes = putBlock(batch, serial, record, block, receipts)
      putParticipants(batch, serial, participants)
      putCreations(batch, serial, creations)
      if (calls !== undefined) putCalls(batch, serial, calls)
      else if (!this.#hasEndedCoverage) endCallCoverage(batch)
      if (branches !== undefined) {
        if (branches.abandoned.length > 0) group?.postings.writeTo(batch)
        changeBranch(batch, branches)
        // A group writes the log index of its blocks at its end.
        addToIndexes(batch, block, receipts, group?.postings)
        putHead(batch, header.hash)
      }
      return { record, block, bodyBytes, branches }
    }, state)
    this.#hasEndedCoverage = calls === undefined
    if (this.#group === undefined) blocks.keepReceipts(header.hash, receipts)
    return { status: branches === undefined ? 'side' : 'best' }
  }

  /** Makes a stored block the best one, whatever its total difficulty. */
  adopt(target: StoredBlock): void {
    const branches = branchesTo(target, this.blocks)
    this.#change((batch, group) => {
      group?.postings.writeTo(batch)
      changeBranch(batch, branches)
      putHead(batch, target.hash)
      return { branches }
    })
  }

  get isFull(): boolean {
    const { groupLimits, now } = this.#parts
    return this.#group?.isFull(groupLimits, now()) ?? false
  }

  /** Saves the group if it has reached its maximum age. */
  saveIfDue(): void {
    const { groupLimits, now } = this.#parts
    if (this.#group?.isDue(groupLimits, now())) this.save()
  }

  /** Writes the group in one transaction, and then announces its blocks. When the store fails, the group is lost. */
  save(): void {
    const group = this.#group
    if (group === undefined) return
    const { store, keepsEveryState } = this.#parts
    try {
      store.write((batch) => {
        // Within the transaction, because pruning in another thread may change the table of the nodes.
        if (!keepsEveryState) for (const state of group.lastStates()) saveState(group.layer, state)
        group.postings.writeTo(group.layer)
        group.layer.applyTo(batch)
      })
    } catch (error) {
      this.#discard()
      throw error
    }
    this.#group = undefined
    for (const state of group.lastStates()) state.keep()
    for (const step of group.steps) this.#announce(step)
  }

  /** `state` is that after the block that the change adds. */
  #change(change: Change, state?: Trie): void {
    const { store, states } = this.#parts
    if (this.#written === undefined) {
      this.#changeInGroup(change, state)
      return
    }
    const step = store.write(change)
    this.#written.push(step)
    const kept = state?.keep()
    if (kept !== undefined && step.branches !== undefined) states.latest = kept
  }

  /** A change that fails halfway would leave parts of a block, so the whole group is discarded with it. */
  #changeInGroup(change: Change, state: Trie | undefined): void {
    const { store, now } = this.#parts
    this.#group ??= new Group(store, now())
    try {
      const step = change(this.#group.layer, this.#group)
      if ('record' in step) this.#groupedBlocks.keep(step.record, step.block, step.bodyBytes)
      this.#group.add(step, state)
    } catch (error) {
      this.#discard()
      throw error
    }
  }

  /** The blocks that were cached with the group are not in the store. */
  #discard(): void {
    this.#group = undefined
    this.#hasEndedCoverage = false
    this.#groupedBlocks = new Blocks(this.#reader, this.#parts.network, groupShares)
  }

  #announce(step: GroupStep): void {
    const { blocks, events } = this.#parts
    const { branches } = step
    const stored = 'record' in step ? blocks.keep(step.record, step.block, step.bodyBytes) : undefined
    if (branches === undefined) {
      if (stored) events.emit('side', stored)
      return
    }
    const adopted = stored ? [...branches.adopted, stored] : branches.adopted
    if (branches.abandoned.length > 0) events.emit('reorg', { ...branches, adopted })
    for (const block of adopted) events.emit('block', block)
  }
}

function changeBranch(batch: Batch, { abandoned, adopted }: Reorganisation): void {
  for (const leaving of abandoned) removeFromIndexes(batch, leaving, leaving.receipts)
  for (const joining of adopted) addToIndexes(batch, joining, joining.receipts)
}
