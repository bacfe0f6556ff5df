import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Store } from '../store/store.ts'
import type { Trie } from '../trie/trie.ts'
import type { BlockSelector } from './selector.ts'
import type { Blocks } from './storage/blocks.ts'
import type { States } from './storage/states.ts'
import type { StoredBlock } from './storage/storedBlock.ts'

export interface HeadStateParts {
  readonly store: Store
  readonly blocks: Blocks
  readonly states: States
}

/**
 * The state after the best block, kept until the store changes: each transaction of a local chain asks for it several
 * times. A store that others may write too has no version, and nothing is kept for it.
 */
export class HeadState {
  readonly #parts: HeadStateParts
  #kept: { readonly version: number; readonly hash: Hash; readonly trie: Trie } | undefined

  constructor(parts: HeadStateParts) {
    this.#parts = parts
  }

  /** The state after the selected block, if that is the best one and its state is kept. */
  at(selector: BlockSelector): Trie | undefined {
    const kept = this.#kept
    if (kept === undefined || kept.version !== this.#parts.store.version) return undefined
    const isHead = selector instanceof Uint8Array ? equalBytes(selector, kept.hash) : selector === 'latest'
    return isHead ? kept.trie : undefined
  }

  /** A reader has loaded the state after a block. */
  loaded({ hash }: StoredBlock, trie: Trie): void {
    if (equalBytes(hash, this.#parts.blocks.head.hash)) this.#keep(hash, trie)
  }

  /** A block has become the best one. If its state is in memory, its readers need not look for it. */
  imported(hash: Hash): void {
    const { blocks, states } = this.#parts
    const { head } = blocks
    const trie = equalBytes(head.hash, hash) ? states.recentAt(blocks.stateRoot(head.record)) : undefined
    if (trie !== undefined) this.#keep(hash, trie)
  }

  #keep(hash: Hash, trie: Trie): void {
    const { version } = this.#parts.store
    if (version !== undefined) this.#kept = { version, hash, trie }
  }
}
