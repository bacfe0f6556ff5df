import { equalBytes, type Hash } from '../primitives/bytes.ts'
import { toHex } from '../primitives/hex.ts'
import type { Block } from '../protocol/block.ts'
import type { State } from '../state/state.ts'
import { isStamped } from '../store/folder/stamp.ts'
import { type AdoptedBlock, adoptHistory } from './adoptHistory.ts'
import type { BlockWriter } from './importing/blockWriter.ts'
import { announceWritten } from './importing/branches.ts'
import type { ExecutedBlock } from './importing/executor.ts'
import type { Importer } from './importing/importer.ts'
import type { ImportOutcome } from './importing/outcome.ts'
import { RejectedBlocks } from './importing/rejectedBlocks.ts'
import type { CheckedRule } from './preparing/findings.ts'
import { extendDown } from './snapshot.ts'
import { discardEditsAbove, editHeadState, restoreHeadState } from './stateEditing.ts'
import { keptRoot } from './storage/stateNotKept.ts'
import type { StoredBlock } from './storage/storedBlock.ts'
import { StoredChain, type StoredChainParts } from './storedChain.ts'
import type { ImportThread } from './thread/importThread.ts'

export interface ChainParts extends StoredChainParts {
  readonly importer: Importer
  readonly writer: BlockWriter
  /** Undefined for a chain that only one thread can write. */
  readonly startThread: (() => ImportThread) | undefined
}

/** A stored chain that grows: it imports blocks, and a local one is rewound and edited. */
export class Chain extends StoredChain {
  /** Rejected blocks. The caller of the importing thread notes those that the thread rejects. */
  readonly rejectedBlocks = new RejectedBlocks()
  readonly #parts: ChainParts
  #thread: ImportThread | undefined
  #isClosed = false

  constructor(parts: ChainParts) {
    super(parts)
    this.#parts = parts
  }

  /**
   * Checks, executes and stores a block, and then the blocks that waited for it. Throws when the store fails; the
   * block is then not stored. The caller has verified `checkedRules`, which are not checked again.
   */
  import(block: Block, checkedRules: readonly CheckedRule[] = []): ImportOutcome {
    const outcome = this.#alone(() => this.#parts.importer.import(block, checkedRules))
    this.rejectedBlocks.note(block, outcome)
    return outcome
  }

  /** Stores a block that this node assembled on the best block, with the result of its execution, in one transaction. */
  extend(block: Block, execution: ExecutedBlock): ImportOutcome {
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
    const { store, blocks, writer } = this.#parts
    this.#alone(() => {
      writer.save()
      const { start } = this
      if (start === undefined || ancestors.length === 0) return
      const lowest = blocks.expectCanonical(start.lowest)
      store.write((batch) => extendDown(batch, start, lowest, ancestors))
    })
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
   * `head` and all other answers are those before the group. When the store fails, the group is not stored.
   */
  importInGroup(block: Block, checkedRules: readonly CheckedRule[] = []): ImportOutcome {
    return this.#alone(() => this.#parts.importer.add(block, checkedRules))
  }

  /** `importInGroup` in slices of time, between which other work gets its turn. One block at a time. */
  importInSlices(block: Block, checkedRules: readonly CheckedRule[] = []): Promise<ImportOutcome> {
    return this.#parts.importer.addInSlices(block, checkedRules)
  }

  /** Stores the blocks of an incomplete group. */
  saveGroup(): void {
    this.#parts.writer.save()
  }

  /** Stores the blocks of an incomplete group if the first of them has waited long enough. */
  saveGroupIfDue(): void {
    this.#parts.writer.saveIfDue()
  }

  /**
   * Makes a stored block the head although others have more work; used by local chains. Abandoned blocks stay stored
   * as a branch. Importing one of them, or a descendant, adopts their branch again.
   */
  rewind(hash: Hash): void {
    this.#alone(() => this.#rewind(hash))
  }

  #rewind(hash: Hash): void {
    const { blocks, writer } = this.#parts
    writer.save()
    const target = blocks.block(hash)
    if (target === undefined) throw new RangeError(`cannot rewind to block ${toHex(hash)}: it is not stored`)
    if (target.number < this.firstNumber) throw new RangeError('cannot rewind to a block before the fork')
    if (equalBytes(hash, blocks.head.hash)) return
    if (this.network.isDevelopment) discardEditsAbove(target.number, this.#parts)
    writer.atOnce(() => writer.adopt(target))
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
    this.#parts.writer.save()
    editHeadState(this.#parts, edit)
  }

  /** Whether `adoptHistory` works: for a development chain in memory that has nothing but its genesis block. */
  get canAdoptHistory(): boolean {
    const { store, origin } = this.#parts
    // The stamp of a folder names its genesis block; that of the earlier run may be another one.
    const isInMemory = !isStamped((key) => store.get('meta', key))
    return this.network.isDevelopment === true && isInMemory && origin === undefined && this.head.number === 0
  }

  /**
   * Continues the blocks of an earlier run, which follow each other from a genesis block on. `edit` makes the state after
   * the last one from that of the own genesis block; the states between are not known.
   */
  adoptHistory(blocks: readonly AdoptedBlock[], edit: (state: State) => void): void {
    const { store, states } = this.#parts
    if (!this.canAdoptHistory) throw new RangeError('only a new development chain in memory adopts blocks')
    adoptHistory(store, { blocks, states, firstRoot: keptRoot(this.head, this.#parts), edit })
  }

  /** Returns the state after the best block to one that it had before. */
  restoreEdit(root: Hash | undefined): void {
    restoreHeadState(this.#parts, root)
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
}
