import type { Hash } from '../../primitives/bytes.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Block } from '../../protocol/block.ts'
import { ChangeLayer } from '../../store/changeLayer.ts'
import type { Reader } from '../../store/store.ts'
import type { Trie } from '../../trie/trie.ts'
import type { HeaderRecord } from '../storage/headerRecord.ts'
import { GroupPostings } from './canonicalIndexes.ts'
import type { Reorganisation } from './events.ts'

/** When a group is full. */
export interface GroupLimits {
  readonly blocks: number
  /** Bytes of the changes. */
  readonly bytes: number
  /** Changed records: writing them takes about 5 µs each, during which the event loop waits. */
  readonly changes: number
  /** Gas of all its blocks. It bounds the unsaved trie nodes of a group that saves only its last state. */
  readonly gas: number
  /** Age, which bounds what a killed process fetches again and how far readers are behind. */
  readonly milliseconds: number
}

/*
 * One by one, each block changes pages of its own in the recent parts of the tables whose keys are hashes; a group of a thousand
 * fills them. In memory a small block of a group takes about 18 KB: its changes and itself.
 */

/**
 * States of a group that stay in memory for branches that begin there. All of them would be two thirds of its memory; a branch
 * that begins earlier saves the group first.
 */
const recentStates = 16

/** Of a process that only imports. */
export const largeGroups: GroupLimits = {
  blocks: 4096,
  bytes: 32 << 20,
  changes: 100_000,
  gas: 200_000_000,
  milliseconds: 30_000,
}

/**
 * Of the thread that imports for a node that catches up: requests do not wait for its saves, but readers follow them. Ten
 * peers that give 15 blocks a second each fill half of such a group.
 */
export const threadGroups: GroupLimits = {
  blocks: 4096,
  bytes: 32 << 20,
  changes: 100_000,
  gas: 100_000_000,
  milliseconds: 15_000,
}

/** Of a node that serves others and imports in the same thread: a save must not delay them. */
export const smallGroups: GroupLimits = {
  blocks: 256,
  bytes: 8 << 20,
  changes: 800,
  gas: 20_000_000,
  milliseconds: 500,
}

/** A block that the importer has accepted, and the change of the canonical chain that it caused. */
export interface GroupedBlock {
  readonly record: HeaderRecord
  readonly block: Block
  /** Of the encoded body. */
  readonly bodyBytes: number
  /** Undefined for a block of a side branch. Without the block itself. */
  readonly branches: Reorganisation | undefined
}

/** A step of a group; listeners are notified in this order. */
export type GroupStep = GroupedBlock | { readonly branches: Reorganisation }

/** Accepted blocks with all their changes, in memory until one transaction writes them. */
export class Group {
  readonly layer: ChangeLayer
  /** Of the blocks that extend the canonical chain; not in the layer yet. */
  readonly postings = new GroupPostings()
  readonly steps: GroupStep[] = []
  /** Roots of the states of all its blocks. */
  readonly #roots = new Set<string>()
  /** By root, the oldest first. */
  readonly #recent = new Map<string, Trie>()
  /** States of its blocks that have no child in the group, by block hash. */
  readonly #last = new Map<string, Trie>()
  readonly #startMs: number
  #blocks = 0
  #gas = 0

  constructor(below: Reader, nowMs: number) {
    this.layer = new ChangeLayer(below)
    this.#startMs = nowMs
  }

  /** `state` is that after the block of the step. */
  add(step: GroupStep, state: Trie | undefined): void {
    this.steps.push(step)
    if (!('record' in step) || state === undefined) return
    const { header, stateRoot } = step.record
    const root = wordKey(stateRoot)
    this.#roots.add(root)
    this.#recent.set(root, state)
    if (this.#recent.size > recentStates) this.#recent.delete(this.#recent.keys().next().value!)
    this.#last.delete(wordKey(header.parentHash))
    this.#last.set(wordKey(header.hash), state)
    this.#blocks++
    this.#gas += header.gasUsed
  }

  /** Whether a block of the group has the state with this root. */
  hasState(root: Hash): boolean {
    return this.#roots.has(wordKey(root))
  }

  /** The state with this root, if one of the last blocks of the group has it. */
  recentState(root: Hash): Trie | undefined {
    return this.#recent.get(wordKey(root))
  }

  isFull(limits: GroupLimits, nowMs: number): boolean {
    return (
      this.#blocks >= limits.blocks ||
      this.layer.bytes >= limits.bytes ||
      this.layer.changes >= limits.changes ||
      this.#gas >= limits.gas ||
      this.isDue(limits, nowMs)
    )
  }

  /** Whether it has reached its maximum age. */
  isDue({ milliseconds }: GroupLimits, nowMs: number): boolean {
    return nowMs - this.#startMs >= milliseconds
  }

  /** The states of its blocks that have no child in the group. */
  lastStates(): Iterable<Trie> {
    return this.#last.values()
  }
}
