import { nextTurn } from '../../platform/turns.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { complete, completeInSlices, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import type { CheckedRule } from '../preparing/findings.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { blockRejection, orphanRejection, ownBlockRejection } from './blockRules.ts'
import type { BlockWriter } from './blockWriter.ts'
import type { StateRebuilding } from './executor.ts'
import { type ExecutedBlock, rebuiltState } from './executor.ts'
import { OrphanPool } from './orphanPool.ts'
import type { ImportOutcome } from './outcome.ts'

export interface ImporterParts extends StateRebuilding {
  readonly writer: BlockWriter
  /** Seconds since 1970. */
  readonly clock: () => number
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  /** Whether the calls of blocks are stored with them. */
  readonly recordsCalls: boolean
}

/** Memory for blocks that wait for their parent. */
const orphanPoolBytes = 32 << 20
/** Time of a slice. A step may take longer: it is at least a transaction. */
const sliceMs = 5
const sendersPerStep = 16

/**
 * Decides about blocks: each is checked and executed on the state of its parent, on whatever branch it is, and handed to
 * the writer. A block whose parent is unknown waits for it.
 */
export class Importer {
  readonly #parts: ImporterParts
  readonly #orphans = new OrphanPool(orphanPoolBytes)

  constructor(parts: ImporterParts) {
    this.#parts = parts
  }

  /** Adds a block and writes it, with the rest of a group. `checkedRules` are not checked again. */
  import(block: Block, checkedRules: readonly CheckedRule[] = []): ImportOutcome {
    return this.#parts.writer.atOnce(() => complete(this.#addConnected(block, checkedRules, false)))
  }

  /**
   * Adds a block that this node assembled on the best block and executed, in one transaction. If the write fails, the
   * caller discards the execution's state. A block whose parent is not the best block is imported normally.
   */
  extend(block: Block, execution: ExecutedBlock): ImportOutcome {
    const { network, writer, clock, recordsCalls } = this.#parts
    writer.save()
    const { blocks } = writer
    const { hash, parentHash } = block.header
    const parent = blocks.head
    if (!equalBytes(parentHash, parent.hash) || blocks.has(hash)) return this.import(block)
    const rejection = ownBlockRejection(block, { network, blocks, nowSeconds: clock() })
    if (rejection) return { status: 'rejected', rejection }
    const whole = recordsCalls ? { ...execution, calls: this.#callsOf(block, parent) } : execution
    return writer.atOnce(() => {
      const outcome = writer.accept(block, parent, whole)
      if (this.#orphans.size > 0) complete(this.#connectOrphans(hash, false))
      return outcome
    })
  }

  /** The miner has executed the block without a record of its calls, so it is executed again. */
  #callsOf(block: Block, parent: StoredBlock): Uint8Array | undefined {
    const { network, writer, states, execute } = this.#parts
    const context = { network, chain: writer.blocks, codes: states.codes }
    const execution = complete(execute(block, this.#stateAfter(parent), context, { recordsCalls: true }))
    return execution.status === 'valid' ? execution.calls : undefined
  }

  /** Adds a block to a group, which is saved when it is full. */
  add(block: Block, checkedRules: readonly CheckedRule[]): ImportOutcome {
    const { writer } = this.#parts
    const outcome = complete(this.#addConnected(block, checkedRules, false))
    if (writer.isFull) writer.save()
    return outcome
  }

  /**
   * Like `add`, with a turn for other work after each slice of time. Other blocks may be imported meanwhile, but not a
   * second one in slices.
   */
  async addInSlices(block: Block, checkedRules: readonly CheckedRule[]): Promise<ImportOutcome> {
    const { writer, now } = this.#parts
    const steps = this.#addConnected(block, checkedRules, true)
    const outcome = await completeInSlices(steps, { now, sliceMs, pause: nextTurn })
    if (!writer.isFull) return outcome
    await nextTurn()
    writer.save()
    return outcome
  }

  /** With `pauses`, other work may run between the steps. */
  *#addConnected(block: Block, checkedRules: readonly CheckedRule[], pauses: boolean): Steps<ImportOutcome> {
    const outcome = yield* this.#addOne(block, checkedRules, pauses)
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

  *#addOne(block: Block, checkedRules: readonly CheckedRule[], pauses: boolean): Steps<ImportOutcome> {
    const { states, writer, network, clock, execute, recordsCalls } = this.#parts
    const { blocks } = writer
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
    const ruleContext = { network, blocks, nowSeconds: clock(), checkedRules }
    const stateForRules = (): State => new State(parentState(), states.codes)
    const rejection = blockRejection(block, parent.header, stateForRules, ruleContext)
    if (rejection) return { status: 'rejected', rejection }
    yield
    const context = { network, chain: blocks, codes: states.codes }
    const execution = yield* execute(block, parentState(), context, { recordsCalls })
    if (execution.status !== 'valid') return execution
    yield
    return pauses ? this.#acceptIfNew(block, execution) : writer.accept(block, parent, execution)
  }

  #stateAfter(block: StoredBlock): Trie {
    const { writer } = this.#parts
    const stateRoot = writer.blocks.stateRoot(block.record)
    return writer.groupedState(stateRoot) ?? rebuiltState(block, stateRoot, writer.blocks, this.#parts)
  }

  /**
   * Whether a block is stored with its state. A development chain may have blocks of an earlier run without their states;
   * one that is mined again after a reset is executed.
   */
  #isKnown(hash: Hash): boolean {
    const { network, states, writer } = this.#parts
    const { blocks } = writer
    if (!blocks.has(hash)) return false
    if (!network.isDevelopment) return true
    const { stateRoot } = blocks.expect(hash).record
    if (writer.hasGroupedState(stateRoot) || states.has(stateRoot)) return true
    const edited = blocks.editedRoot(hash)
    return edited !== undefined && states.has(edited)
  }

  /** A stored block has more work than the best one only in a chain that was rewound; it becomes the best again. */
  #addKnown(hash: Hash): ImportOutcome {
    const { writer } = this.#parts
    const known = writer.blocks.expect(hash)
    if (known.totalDifficulty <= writer.blocks.head.totalDifficulty) return { status: 'known' }
    writer.adopt(known)
    return { status: 'best' }
  }

  #keepOrphan(block: Block): ImportOutcome {
    const rejection = orphanRejection(block, this.#parts.network)
    if (rejection) return { status: 'rejected', rejection }
    this.#orphans.add(block)
    return { status: 'orphan' }
  }

  /** During a pause the block may have arrived another way, or its parent may be lost with a group. */
  #acceptIfNew(block: Block, execution: ExecutedBlock): ImportOutcome {
    const { hash, parentHash } = block.header
    if (this.#isKnown(hash)) return this.#addKnown(hash)
    const { writer } = this.#parts
    const parent = writer.blocks.block(parentHash)
    return parent === undefined ? this.#keepOrphan(block) : writer.accept(block, parent, execution)
  }
}

/** The rules recover them otherwise, all in one step. */
function* recoverSenders({ transactions }: Block): Steps<void> {
  for (const [index, transaction] of transactions.entries()) {
    if (transaction.sender !== undefined && index % sendersPerStep === sendersPerStep - 1) yield
  }
}

const isStored = ({ status }: ImportOutcome): boolean => status === 'best' || status === 'side'
