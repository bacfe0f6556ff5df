import { equalBytes, type Hash } from '../primitives/bytes.ts'
import type { Trie } from '../trie/trie.ts'
import type { BlockSelector } from './selector.ts'

/**
 * The state after the best block, kept until the store changes: each transaction of a local chain asks for it several
 * times. A store that others may write too has no version, and nothing is kept for it.
 */
export class HeadState {
  #kept: { readonly version: number; readonly hash: Hash; readonly trie: Trie } | undefined

  /** The state after the selected block, if that is the best one at this version. */
  at(selector: BlockSelector, version: number | undefined): Trie | undefined {
    const kept = this.#kept
    if (kept === undefined || kept.version !== version) return undefined
    const isHead = selector instanceof Uint8Array ? equalBytes(selector, kept.hash) : selector === 'latest'
    return isHead ? kept.trie : undefined
  }

  keep(hash: Hash, trie: Trie, version: number | undefined): void {
    if (version !== undefined) this.#kept = { version, hash, trie }
  }
}
