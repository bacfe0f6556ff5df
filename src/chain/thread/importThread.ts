import type { ResourceLimits } from 'node:worker_threads'
import { soon } from '../../platform/turns.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import { Thread, ThreadGone } from '../../primitives/threads/thread.ts'
import { ownTurn, Slice } from '../../primitives/work/turns.ts'
import { type Block, encodeBlock } from '../../protocol/block.ts'
import { hashesOf } from '../../protocol/headers/hashes.ts'
import type { Store } from '../../store/store.ts'
import type { Events } from '../importing/events.ts'
import type { ImportOutcome } from '../importing/outcome.ts'
import type { CheckedRule, Findings } from '../preparing/findings.ts'
import type { Blocks } from '../storage/blocks.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import {
  type BlockJob,
  type ImportFunctions,
  type ImportNews,
  type SavedBlock,
  type SavedEvent,
  type ThreadOptions,
  type ThreadStart,
  turns,
} from './importFunctions.ts'

const program = 'chain/importWorker.ts'

export interface ImportThreadParts {
  readonly options: ThreadOptions
  readonly store: Store
  /** The blocks as the main thread reads them. */
  readonly blocks: Blocks
  readonly events: Events
  /** Seconds since 1970. */
  readonly clock: () => number
  /** The thread could not merge runs of the store. */
  readonly onMergeFailure: (error: unknown) => void
}

/** A block that the thread has not saved yet. */
interface Pending {
  readonly block: Block
  readonly bytes: number
  readonly settle: (outcome: ImportOutcome) => void
  readonly fail: (error: unknown) => void
}

/** The turn is asked for between two blocks, so it comes after the execution of one block and the save of a group. */
const turnTimeoutMs = 60_000
const mebibyte = 1 << 20
/**
 * Young objects of the thread, as a part of its heap and in MiB: V8 copies the live ones, such as the changes of a group,
 * whenever they fill a third of this. Its own choice of 48 MiB costs the import of small blocks 10 % more processor time.
 */
const youngPart = 0.2
const maximumYoung = 192

/**
 * Imports blocks of a chain that catches up in a thread of its own, which writes the same folder: the main thread is
 * free for requests and peers. Blocks are executed in the order in which they are added. The events of the chain are
 * emitted in the main thread when the blocks are stored.
 */
export class ImportThread {
  readonly #parts: ImportThreadParts
  readonly #turn = new Int32Array(new SharedArrayBuffer(4))
  readonly #thread: Thread<ImportFunctions, ImportNews>
  /** Resolves when the thread has opened the store. */
  readonly #opened: Promise<void>
  #isOpened = false
  /** Jobs that wait for the end of the turn, or until the thread is ready. */
  #unsent: BlockJob[] = []
  /** Blocks without an outcome, in their order, by the ids of their jobs. */
  readonly #executing = new Map<number, Pending>()
  #lastId = 0
  /** Executed but not yet saved, by hash. */
  readonly #unsaved = new Map<string, Pending>()
  readonly #events: SavedEvent[] = []
  #isEmitting = false
  /** Groups that the thread has lost, and the cause of the last loss. */
  #losses = 0
  #lossCause: unknown
  #waitingBytes = 0
  #outcome: Promise<void> | undefined
  #onOutcome: () => void = () => {}

  constructor(parts: ImportThreadParts) {
    this.#parts = parts
    const data: ThreadStart = { options: parts.options, turn: this.#turn }
    this.#thread = new Thread({
      name: 'cambium import',
      program,
      data,
      resourceLimits: limitsOf(parts.options.memory.heapBytes),
      onNews: (news) => this.#receive(news),
      onEnd: (reason) => this.#lose(reason),
    })
    this.#opened = this.#thread.ask('opened', undefined)
    this.#opened.then(
      () => {
        this.#isOpened = true
        this.#sendAll()
      },
      () => {},
    )
  }

  /** Whether blocks can be added. */
  get isOpen(): boolean {
    return this.#thread.isOpen
  }

  /** Blocks without an outcome. */
  get waiting(): number {
    return this.#executing.size
  }

  /** Resolves when few enough blocks wait for their execution. */
  async room(maximumBlocks: number, maximumBytes: number): Promise<void> {
    while (this.isOpen && (this.#executing.size >= maximumBlocks || this.#waitingBytes >= maximumBytes)) {
      await this.nextOutcome()
    }
  }

  /** Resolves when further blocks have an outcome, or the thread has ended. */
  nextOutcome(): Promise<void> {
    if (!this.isOpen) return Promise.resolve()
    this.#outcome ??= new Promise((resolve) => {
      this.#onOutcome = resolve
    })
    return this.#outcome
  }

  /**
   * Adds a block. Resolves with its outcome after its execution; the block is stored later, with a group. Rejects when
   * the store or the thread fails: the block is then not stored.
   */
  add(
    block: Block,
    checkedRules: readonly CheckedRule[],
    findings: Findings | undefined,
  ): Promise<ImportOutcome> {
    if (!this.isOpen) return Promise.reject(new ThreadGone('the importing thread has ended'))
    const rlp = encodeBlock(block)
    const outcome = new Promise<ImportOutcome>((settle, fail) =>
      this.#executing.set(++this.#lastId, { block, bytes: rlp.length, settle, fail }),
    )
    this.#waitingBytes += rlp.length
    this.#unsent.push({ id: this.#lastId, rlp, hashes: hashesOf(block.header), checkedRules, findings })
    // Blocks that are added in one turn share a message.
    if (this.#unsent.length === 1) soon(() => this.#sendAll())
    return outcome
  }

  /** Resolves when all blocks that were added are stored and announced. */
  async save(): Promise<void> {
    if (!this.isOpen || (this.#executing.size === 0 && this.#unsaved.size === 0)) return
    const lossesBefore = this.#losses
    await this.#opened
    this.#sendAll()
    await this.#thread.ask('save', undefined)
    while (this.#isEmitting) await ownTurn()
    if (this.#losses > lossesBefore) throw this.#lossCause
  }

  /** Does some work of the main thread while the other one has no unsaved group and does not write. */
  exclusively<Result>(work: () => Result): Result {
    if (!this.isOpen || !this.#hasWork) return work()
    this.#takeTurn()
    try {
      return work()
    } finally {
      this.#returnTurn()
    }
  }

  /** Saves the group of the thread and ends it. Blocks without an outcome are not imported. */
  close(): void {
    if (!this.isOpen) return
    if (this.#hasWork) this.#takeTurn()
    this.#events.length = 0
    this.#end(new ThreadGone('the importing thread was closed'))
  }

  /** Whether the thread has blocks that it has not executed or saved. */
  get #hasWork(): boolean {
    return this.#executing.size > this.#unsent.length || this.#unsaved.size > 0
  }

  /** Emits the events of blocks that the importing thread has saved first, so that listeners get them in order. */
  #takeTurn(): void {
    Atomics.store(this.#turn, 0, turns.main)
    if (this.#thread.askAndWait('giveTurn', undefined, turnTimeoutMs) === undefined) {
      this.#returnTurn()
      throw new ThreadGone('the importing thread does not give the turn to write')
    }
    this.#parts.store.snapshot(() => {})
    for (let event = this.#events.shift(); event; event = this.#events.shift()) this.#emit(event)
  }

  #returnTurn(): void {
    Atomics.store(this.#turn, 0, turns.thread)
    Atomics.notify(this.#turn, 0)
  }

  #receive(news: ImportNews): void {
    switch (news.kind) {
      case 'outcomes':
        for (const { id, outcome } of news.outcomes) this.#settle(id, outcome)
        this.#resolveOutcome()
        return
      case 'saved':
        this.#events.push(...news.events)
        void this.#emitAll()
        return
      case 'failed':
        this.#lose(news.error)
        return
      case 'unmerged':
        this.#parts.onMergeFailure(news.error)
    }
  }

  #settle(id: number, outcome: ImportOutcome): void {
    const pending = this.#executing.get(id)
    // Undefined for a block that was added before the main thread was notified of a failure.
    if (pending === undefined) return
    this.#executing.delete(id)
    this.#waitingBytes -= pending.bytes
    if (outcome.status === 'best' || outcome.status === 'side') {
      this.#unsaved.set(wordKey(pending.block.header.hash), pending)
    }
    pending.settle(outcome)
  }

  #resolveOutcome(): void {
    this.#outcome = undefined
    this.#onOutcome()
  }

  /** Emits events in slices of time: a group may have hundreds of blocks. */
  async #emitAll(): Promise<void> {
    if (this.#isEmitting) return
    this.#isEmitting = true
    try {
      while (this.#emitSlice()) await ownTurn()
    } catch (error) {
      this.#end(error instanceof Error ? error : new ThreadGone(String(error)))
    } finally {
      this.#isEmitting = false
    }
  }

  /** Returns whether there is more. */
  #emitSlice(): boolean {
    if (this.#events.length === 0) return false
    // The main thread sees from here on what the other one has saved.
    this.#parts.store.snapshot(() => {})
    const slice = new Slice()
    while (this.#events.length > 0 && !slice.isOver) this.#emit(this.#events.shift()!)
    return true
  }

  #emit(event: SavedEvent): void {
    const { blocks, events } = this.#parts
    if (event.kind === 'reorg') {
      events.emit('reorg', {
        commonAncestor: blocks.expect(event.commonAncestor),
        abandoned: event.abandoned.map((hash) => blocks.expect(hash)),
        adopted: event.adopted.map((saved) => this.#storedBlock(saved)),
      })
      return
    }
    events.emit(event.kind, this.#storedBlock(event.block))
    this.#unsaved.delete(wordKey(event.block.hash))
  }

  /** The block as it was imported, which need not be decoded again. */
  #storedBlock({ hash, totalDifficulty, stateRoot }: SavedBlock): StoredBlock {
    const { blocks } = this.#parts
    const pending = this.#unsaved.get(wordKey(hash))
    if (pending === undefined) return blocks.expect(hash)
    const { block, bytes } = pending
    return blocks.keep({ header: block.header, totalDifficulty, stateRoot }, block, bytes)
  }

  /** The thread has lost its group, and has forgotten the blocks after it. */
  #lose(cause: unknown): void {
    // A thread that crashed may have saved a group without telling.
    this.#parts.store.snapshot(() => {})
    this.#losses++
    this.#lossCause = cause
    for (const { fail } of this.#executing.values()) fail(cause)
    this.#executing.clear()
    this.#unsent = []
    this.#waitingBytes = 0
    this.#unsaved.clear()
    this.#resolveOutcome()
  }

  #end(reason: Error): void {
    this.#thread.terminate(reason)
    this.#lose(reason)
  }

  #sendAll(): void {
    if (!this.#isOpened || !this.isOpen || this.#unsent.length === 0) return
    this.#thread.tell('import', { jobs: this.#unsent, nowSeconds: this.#parts.clock() })
    this.#unsent = []
  }
}

function limitsOf(heapBytes: number): ResourceLimits {
  const heap = Math.ceil(heapBytes / mebibyte)
  const maxYoungGenerationSizeMb = Math.min(maximumYoung, Math.ceil(youngPart * heap))
  return { maxYoungGenerationSizeMb, maxOldGenerationSizeMb: heap - maxYoungGenerationSizeMb }
}
