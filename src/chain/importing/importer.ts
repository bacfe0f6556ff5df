import type { Hash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Batch, Store } from '../../store/store.ts'
import { type Blocks, putBlock, putHead } from '../storage/blocks.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import type { States } from '../storage/states.ts'
import type { StoredBlock } from '../storage/storedBlock.ts'
import { putParticipants } from '../traces/participants.ts'
import { blockRejection, orphanRejection } from './blockRules.ts'
import { type Branches, branchesTo } from './branches.ts'
import { addToIndexes, removeFromIndexes } from './canonicalIndexes.ts'
import type { Events } from './events.ts'
import type { Execution, Executor } from './executor.ts'
import { isBetter, weightOf } from './forkChoice.ts'
import { OrphanPool } from './orphanPool.ts'
import type { ImportOutcome } from './outcome.ts'

export interface ImporterParts {
  readonly store: Store
  readonly network: Network
  readonly blocks: Blocks
  readonly states: States
  readonly events: Events
  readonly execute: Executor
  /** Seconds since 1970. */
  readonly clock: () => number
}

type ValidExecution = Extract<Execution, { status: 'valid' }>

/** Memory for blocks that wait for their parent. */
const orphanPoolBytes = 32 << 20

/**
 * Adds blocks to the store. A block is checked and executed on the state of its parent, on whatever branch it is, and
 * then written with its results and indexes in one transaction.
 */
export class Importer {
  readonly #parts: ImporterParts
  readonly #orphans = new OrphanPool(orphanPoolBytes)

  constructor(parts: ImporterParts) {
    this.#parts = parts
  }

  import(block: Block): ImportOutcome {
    const outcome = this.#importOne(block)
    if (isStored(outcome)) this.#connectOrphans(block.header.hash)
    return outcome
  }

  /** Makes a stored block the best one, whatever its total difficulty. */
  rewind(target: StoredBlock): void {
    const { store, blocks } = this.#parts
    const branches = branchesTo(target, blocks)
    store.write((batch) => {
      changeBranch(batch, branches)
      putHead(batch, target.hash)
    })
    this.#announce(branches)
  }

  #connectOrphans(parent: Hash): void {
    const parents = [parent]
    for (let next = parents.pop(); next !== undefined; next = parents.pop()) {
      for (const child of this.#orphans.takeChildren(next)) {
        if (isStored(this.#importOne(child))) parents.push(child.header.hash)
      }
    }
  }

  #importOne(block: Block): ImportOutcome {
    const { blocks, states, network, clock, execute } = this.#parts
    const { hash, parentHash } = block.header
    if (blocks.has(hash)) return this.#importKnown(hash)
    const parent = blocks.block(parentHash)
    if (parent === undefined) return this.#keepOrphan(block)

    const { header, stateRoot } = parent.record
    const ruleContext = { network, blocks, nowSeconds: clock() }
    const rejection = blockRejection(block, header, states.at(stateRoot), ruleContext)
    if (rejection) return { status: 'rejected', rejection }
    const blockContext = { network, chain: blocks, codes: states.codes }
    const execution = execute(block, states.trieAt(stateRoot), blockContext)
    return execution.status === 'valid' ? this.#accept(block, parent, execution) : execution
  }

  /** A stored block has more work than the best one only in a chain that was rewound; it becomes the best again. */
  #importKnown(hash: Hash): ImportOutcome {
    const { blocks } = this.#parts
    const known = blocks.expect(hash)
    if (known.totalDifficulty <= blocks.head.totalDifficulty) return { status: 'known' }
    this.rewind(known)
    return { status: 'best' }
  }

  #keepOrphan(block: Block): ImportOutcome {
    const rejection = orphanRejection(block, this.#parts.network)
    if (rejection) return { status: 'rejected', rejection }
    this.#orphans.add(block)
    return { status: 'orphan' }
  }

  #accept(
    block: Block,
    parent: StoredBlock,
    { state, receipts, participants }: ValidExecution,
  ): ImportOutcome {
    const { store, blocks, states, events } = this.#parts
    const record: HeaderRecord = {
      header: block.header,
      totalDifficulty: parent.totalDifficulty + weightOf(block),
      stateRoot: state.hash(),
    }
    const branches = isBetter(record, blocks.head.record) ? branchesTo(parent, blocks) : undefined
    let bodyBytes = 0
    store.write((batch) => {
      states.save(batch, state)
      bodyBytes = putBlock(batch, record, block, receipts)
      putParticipants(batch, record.header.hash, participants)
      if (branches === undefined) return
      changeBranch(batch, branches)
      addToIndexes(batch, block, receipts)
      putHead(batch, record.header.hash)
    })
    const stored = blocks.keep(record, block, bodyBytes)
    if (branches === undefined) {
      events.emit('side', stored)
      return { status: 'side' }
    }
    this.#announce({ ...branches, adopted: [...branches.adopted, stored] })
    return { status: 'best' }
  }

  #announce(branches: Branches): void {
    const { events } = this.#parts
    if (branches.abandoned.length > 0) events.emit('reorg', branches)
    for (const block of branches.adopted) events.emit('block', block)
  }
}

function changeBranch(batch: Batch, { abandoned, adopted }: Branches): void {
  for (const leaving of abandoned) removeFromIndexes(batch, leaving, leaving.receipts)
  for (const joining of adopted) addToIndexes(batch, joining, joining.receipts)
}

const isStored = ({ status }: ImportOutcome): boolean => status === 'best' || status === 'side'
