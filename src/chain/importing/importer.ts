import { setImmediate as nextTurn } from 'node:timers/promises'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { complete, completeInSlices, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { State } from '../../state/state.ts'
import type { Batch, Reader, Store } from '../../store/store.ts'
import type { Trie } from '../../trie/trie.ts'
import type { HeldRule } from '../preparing/findings.ts'
import { takeSerial } from '../storage/blockRecords.ts'
import { Blocks, putBlock } from '../storage/blocks.ts'
import { putHead } from '../storage/canonicalHashes.ts'
import { cacheShares } from '../storage/chainMemory.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { endCallCoverage } from '../traces/callCoverage.ts'
import { putCalls } from '../traces/calls.ts'
import { putCreations } from '../traces/creations.ts'
import { putParticipants } from '../traces/participants.ts'
import { blockRejection, orphanRejection, ownBlockRejection } from './blockRules.ts'
import { type Branches, branchesTo } from './branches.ts'
import { addToIndexes, removeFromIndexes } from './canonicalIndexes.ts'
import type { Events } from './events.ts'
import { type Execution, type Executor, rebuiltState, type SteppedExecutor } from './executor.ts'
import { isBetter, weightOf } from './forkChoice.ts'
import { Group, type GroupLimits, type GroupStep } from './group.ts'
import { OrphanPool } from './orphanPool.ts'
import type { ImportOutcome } from './outcome.ts'

export interface ImporterParts {
  readonly store: Store
  readonly network: Network
  /** The blocks that are in the store. */
  readonly blocks: Blocks
  readonly states: States
  readonly events: Events
  readonly execute: Executor
  readonly executeInSteps: SteppedExecutor
  /** Seconds since 1970. */
  readonly clock: () => number
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly groupLimits: GroupLimits
  /**
   * Whether the state after every block is saved. Otherwise only the last state of each group is, so that trie nodes
   * that live for less than a group are never written.
   */
  readonly keepsEveryState: boolean
  /** Whether the calls of blocks are stored with them. */
  readonly recordsCalls: boolean
}

type ValidExecution = Extract<Execution, { status: 'valid' }>

/** What executing a block gives that is stored with it. */
export type BlockExecution = Omit<ValidExecution, 'status'>

/** Memory for blocks that wait for their parent. */
const orphanPoolBytes = 32 << 20
/** The importer reads bodies and receipts again in reorganisations only. */
const groupShares = cacheShares(32 << 20)
/** Time of a slice. A step may take longer: it is at least a transaction. */
const sliceMs = 5
const sendersPerStep = 16

/** Makes the changes of a block in a transaction of the store, or in the layer of a group. */
type Change = (batch: Batch, group?: Group) => GroupStep

/**
 * Adds blocks to the store. A block is checked and executed on the state of its parent, on whatever branch it is. Its
 * results and indexes are written in one transaction. While the chain catches up they join a group of blocks in memory,
 * which one transaction writes. Only the importer sees the blocks of a group before: readers and listeners learn of them
 * when they are in the store.
 */
export class Importer {
  readonly #parts: ImporterParts
  readonly #orphans = new OrphanPool(orphanPoolBytes)
  /** Reads the group over the store. */
  readonly #reader: Reader
  /** Blocks of the group and the store. */
  #groupedBlocks: Blocks
  #group: Group | undefined
  /** What was written without a group, and is to be announced; undefined while blocks are grouped. */
  #written: GroupStep[] | undefined
  #hasEndedCoverage = false

  constructor(parts: ImporterParts) {
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
  get #blocks(): Blocks {
    return this.#group === undefined ? this.#parts.blocks : this.#groupedBlocks
  }

  /** Adds a block and writes it, with the rest of a group. `holds` are rules that need not be checked. */
  import(block: Block, holds: readonly HeldRule[] = []): ImportOutcome {
    return this.#writing(() => complete(this.#addConnected(block, holds, false)))
  }

  /** Writes the changes that `work` makes, without a group if none is open, and then announces them. */
  #writing<Result>(work: () => Result): Result {
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

  /**
   * Adds a block that this node assembled on the best block and executed, in one transaction. If the write fails, the
   * caller discards the execution's state. A block whose parent is not the best block is imported normally.
   */
  extend(block: Block, execution: BlockExecution): ImportOutcome {
    this.save()
    const { network, blocks, clock } = this.#parts
    const { hash, parentHash } = block.header
    const parent = blocks.head
    if (!equalBytes(parentHash, parent.hash) || blocks.has(hash)) return this.import(block)
    const rejection = ownBlockRejection(block, { network, blocks, nowSeconds: clock() })
    if (rejection) return { status: 'rejected', rejection }
    const calls = this.#callsOf(block, parent)
    return this.#writing(() => {
      const outcome = this.#accept(block, parent, { ...execution, calls })
      if (this.#orphans.size > 0) complete(this.#connectOrphans(hash, false))
      return outcome
    })
  }

  /** The miner has executed the block without a record of its calls, so it is executed for this. */
  #callsOf(block: Block, parent: StoredBlock): Uint8Array | undefined {
    const { network, blocks, states, execute, recordsCalls } = this.#parts
    if (!recordsCalls) return undefined
    const context = { network, chain: blocks, codes: states.codes }
    const execution = execute(block, this.#stateAfter(parent), context, { recordsCalls })
    return execution.status === 'valid' ? execution.calls : undefined
  }

  /** Adds a block to a group, which is saved when it is full. `holds` are rules that need not be checked. */
  add(block: Block, holds: readonly HeldRule[]): ImportOutcome {
    const outcome = complete(this.#addConnected(block, holds, false))
    if (this.#isFull) this.save()
    return outcome
  }

  /**
   * Like `add`, with a turn for other work after each slice of time. Other blocks may be imported meanwhile, but not a
   * second one in slices.
   */
  async addInSlices(block: Block, holds: readonly HeldRule[]): Promise<ImportOutcome> {
    const { now } = this.#parts
    const steps = this.#addConnected(block, holds, true)
    const outcome = await completeInSlices(steps, { now, sliceMs, pause: nextTurn })
    if (!this.#isFull) return outcome
    await nextTurn()
    this.save()
    return outcome
  }

  get #isFull(): boolean {
    const { groupLimits, now } = this.#parts
    return this.#group?.isFull(groupLimits, now()) ?? false
  }

  /** Saves the blocks of a group that is as old as it may become. */
  saveIfDue(): void {
    const { groupLimits, now } = this.#parts
    if (this.#group?.isDue(groupLimits, now())) this.save()
  }

  /** Writes the group in one transaction, and then announces its blocks. When the store fails, the group is lost. */
  save(): void {
    const group = this.#group
    if (group === undefined) return
    const { store, states, keepsEveryState } = this.#parts
    try {
      store.write((batch) => {
        // Within the transaction, because pruning in another thread may change the table of the nodes.
        if (!keepsEveryState) for (const state of group.lastStates()) states.save(group.layer, state)
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

  /** Makes a stored block the best one, whatever its total difficulty. */
  rewind(target: StoredBlock): void {
    this.#writing(() => this.#adopt(target))
  }

  /** `pauses` tells whether other work may run between the steps. */
  *#addConnected(block: Block, holds: readonly HeldRule[], pauses: boolean): Steps<ImportOutcome> {
    const outcome = yield* this.#addOne(block, holds, pauses)
    if (isStored(outcome) && this.#orphans.size > 0) yield* this.#connectOrphans(block.header.hash, pauses)
    return outcome
  }

  *#connectOrphans(parent: Hash, pauses: boolean): Steps<void> {
    const parents = [parent]
    for (let next = parents.pop(); next !== undefined; next = parents.pop()) {
      for (const child of this.#orphans.takeChildren(next)) {
        if (isStored(yield* this.#addOne(child, [], pauses))) parents.push(child.header.hash)
      }
    }
  }

  *#addOne(block: Block, holds: readonly HeldRule[], pauses: boolean): Steps<ImportOutcome> {
    const { states, network, clock, executeInSteps, recordsCalls } = this.#parts
    const blocks = this.#blocks
    const { hash, parentHash } = block.header
    if (this.#isKnown(hash)) return this.#addKnown(hash)
    const parent = blocks.block(parentHash)
    if (parent === undefined) return this.#keepOrphan(block)

    yield* recoverSenders(block)
    let known: Trie | undefined
    const parentState = (): Trie => {
      known ??= this.#stateAfter(parent)
      return known
    }
    // After a pause the group may have been saved without it.
    if (pauses) parentState()
    const ruleContext = { network, blocks, nowSeconds: clock(), holds }
    const stateForRules = (): State => new State(parentState(), states.codes)
    const rejection = blockRejection(block, parent.header, stateForRules, ruleContext)
    if (rejection) return { status: 'rejected', rejection }
    yield
    const context = { network, chain: blocks, codes: states.codes }
    const execution = yield* executeInSteps(block, parentState(), context, { recordsCalls })
    if (execution.status !== 'valid') return execution
    yield
    return pauses ? this.#acceptIfNew(block, execution) : this.#accept(block, parent, execution)
  }

  #stateAfter(block: StoredBlock): Trie {
    const stateRoot = this.#blocks.stateRoot(block.record)
    return this.#group?.state(stateRoot) ?? rebuiltState(block, stateRoot, this.#blocks, this.#parts)
  }

  /**
   * Whether a block is stored with its state. A development chain may have blocks of an earlier run without their states;
   * one that is mined again after a reset is executed.
   */
  #isKnown(hash: Hash): boolean {
    const { network, states } = this.#parts
    const blocks = this.#blocks
    if (!blocks.has(hash)) return false
    if (!network.isDevelopment) return true
    const { stateRoot } = blocks.expect(hash).record
    if (this.#group?.state(stateRoot) !== undefined || states.has(stateRoot)) return true
    const edited = blocks.editedRoot(hash)
    return edited !== undefined && states.has(edited)
  }

  /** A stored block has more work than the best one only in a chain that was rewound; it becomes the best again. */
  #addKnown(hash: Hash): ImportOutcome {
    const known = this.#blocks.expect(hash)
    if (known.totalDifficulty <= this.#blocks.head.totalDifficulty) return { status: 'known' }
    this.#adopt(known)
    return { status: 'best' }
  }

  #keepOrphan(block: Block): ImportOutcome {
    const rejection = orphanRejection(block, this.#parts.network)
    if (rejection) return { status: 'rejected', rejection }
    this.#orphans.add(block)
    return { status: 'orphan' }
  }

  #adopt(target: StoredBlock): void {
    const branches = branchesTo(target, this.#blocks)
    this.#change((batch, group) => {
      group?.postings.writeTo(batch)
      changeBranch(batch, branches)
      putHead(batch, target.hash)
      return { branches }
    })
  }

  /** During a pause the block may have arrived another way, or its parent may be lost with a group. */
  #acceptIfNew(block: Block, execution: ValidExecution): ImportOutcome {
    const { hash, parentHash } = block.header
    if (this.#isKnown(hash)) return this.#addKnown(hash)
    const parent = this.#blocks.block(parentHash)
    return parent === undefined ? this.#keepOrphan(block) : this.#accept(block, parent, execution)
  }

  #accept(
    block: Block,
    parent: StoredBlock,
    { state, receipts, participants, creations, calls }: BlockExecution,
  ): ImportOutcome {
    const { states, keepsEveryState } = this.#parts
    const { header } = block
    const blocks = this.#blocks
    const record: HeaderRecord = {
      header,
      totalDifficulty: parent.totalDifficulty + weightOf(block),
      stateRoot: state.hash(),
    }
    const branches = isBetter(record, blocks.head.record) ? branchesTo(parent, blocks) : undefined
    this.#change((batch, group) => {
      if (group === undefined || keepsEveryState) states.save(batch, state)
      const serial = takeSerial(batch, header.hash)
      const bodyBytes = putBlock(batch, serial, record, block, receipts)
      putParticipants(batch, serial, participants)
      putCreations(batch, serial, creations)
      if (calls !== undefined) putCalls(batch, serial, calls)
      else this.#endCoverage(batch)
      if (branches !== undefined) {
        if (branches.abandoned.length > 0) group?.postings.writeTo(batch)
        changeBranch(batch, branches)
        // A group writes the log index of its blocks at its end.
        addToIndexes(batch, block, receipts, group?.postings)
        putHead(batch, header.hash)
      }
      return { record, block, bodyBytes, state, branches }
    })
    if (this.#group === undefined) blocks.keepReceipts(header.hash, receipts)
    return { status: branches === undefined ? 'side' : 'best' }
  }

  /** Asked once: nothing else begins the coverage while this importer writes. */
  #endCoverage(batch: Batch): void {
    if (this.#hasEndedCoverage) return
    endCallCoverage(batch)
    this.#hasEndedCoverage = true
  }

  #change(change: Change): void {
    const { store, states } = this.#parts
    const written = this.#written
    if (written === undefined) {
      this.#changeInGroup(change)
      return
    }
    const step = store.write(change)
    written.push(step)
    if (!('state' in step)) return
    const state = step.state.keep()
    if (step.branches !== undefined) states.latest = state
  }

  /** A change that fails halfway would leave parts of a block, so the whole group is discarded with it. */
  #changeInGroup(change: Change): void {
    const { store, now } = this.#parts
    this.#group ??= new Group(store, now())
    try {
      const step = change(this.#group.layer, this.#group)
      if ('record' in step) this.#groupedBlocks.keep(step.record, step.block, step.bodyBytes)
      this.#group.add(step)
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

function changeBranch(batch: Batch, { abandoned, adopted }: Branches): void {
  for (const leaving of abandoned) removeFromIndexes(batch, leaving, leaving.receipts)
  for (const joining of adopted) addToIndexes(batch, joining, joining.receipts)
}

/** The rules recover them otherwise, all in one step. */
function* recoverSenders({ transactions }: Block): Steps<void> {
  for (const [index, transaction] of transactions.entries()) {
    if (transaction.sender !== undefined && index % sendersPerStep === sendersPerStep - 1) yield
  }
}

const isStored = ({ status }: ImportOutcome): boolean => status === 'best' || status === 'side'
