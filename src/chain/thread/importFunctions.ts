import type { Hash } from '../../primitives/bytes.ts'
import type { HeaderHashes } from '../../protocol/headers/hashes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Stamp } from '../../store/folder/stamp.ts'
import type { ImportOutcome } from '../importing/outcome.ts'
import type { CheckedRule, Findings } from '../preparing/findings.ts'
import type { ThreadMemory } from '../storage/chainMemory.ts'

/** The folder and the settings of the chain that the thread writes beside the main thread. */
export interface ThreadOptions {
  readonly path: string
  readonly stamp: Stamp
  readonly network: Network
  readonly flush: 'commit' | 'none'
  readonly memory: ThreadMemory
  readonly keepsEveryState: boolean
  readonly recordsCalls: boolean
}

/** What the thread is started with. */
export interface ThreadStart {
  readonly options: ThreadOptions
  /** One number of `turns`. */
  readonly turn: Int32Array<SharedArrayBuffer>
}

/** Which thread may write. When the main thread takes the turn, the importing thread saves its group and waits. */
export const turns = { thread: 0, main: 1 } as const

/** A block to import, with the values that other threads have computed. */
export interface BlockJob {
  readonly id: number
  readonly rlp: Uint8Array
  readonly hashes: HeaderHashes
  readonly checkedRules: readonly CheckedRule[]
  readonly findings: Findings | undefined
}

/** The outcome of the job with this id. */
export interface JobOutcome {
  readonly id: number
  readonly outcome: ImportOutcome
}

/** What the thread does. */
export interface ImportFunctions {
  /** Answers when the thread has opened the store. */
  opened(): void
  import(blocks: { readonly jobs: readonly BlockJob[]; readonly nowSeconds: number }): void
  /** Saves the group after the blocks before. */
  save(): Promise<void>
  /** Saves the group now; after its answer the thread waits until the turn comes back. */
  giveTurn(): true
}

/** A stored block in an event. */
export interface SavedBlock {
  readonly hash: Hash
  readonly totalDifficulty: bigint
  readonly stateRoot: Hash
}

/** The events of a chain, which the main thread emits for its listeners. */
export type SavedEvent =
  | { readonly kind: 'block' | 'side'; readonly block: SavedBlock }
  | {
      readonly kind: 'reorg'
      readonly commonAncestor: Hash
      readonly abandoned: readonly Hash[]
      readonly adopted: readonly SavedBlock[]
    }

export type ImportNews =
  | { readonly kind: 'outcomes'; readonly outcomes: readonly JobOutcome[] }
  /** The blocks with an outcome are in the store, unless they were rejected. */
  | { readonly kind: 'saved'; readonly events: readonly SavedEvent[] }
  /** The blocks that were not saved are lost. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Runs of the store were not merged. */
  | { readonly kind: 'unmerged'; readonly error: unknown }
