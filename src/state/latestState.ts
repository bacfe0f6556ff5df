import type { Trie } from '../trie/trie.ts'
import type { CodeCache } from './codeCache.ts'
import { State } from './state.ts'

/**
 * The state of the block that was executed last. The next block on it mostly uses the same accounts, at least those that
 * every block pays, and takes them from here instead of the trie.
 */
export class LatestState {
  #latest: { readonly state: State; readonly trie: Trie } | undefined

  /** A state over a trie. */
  open(trie: Trie, codes: CodeCache): State {
    const latest = this.#latest
    this.#latest = undefined
    return new State(trie, codes, latest?.trie.hasContentOf(trie) ? latest.state : undefined)
  }

  /** A state has been committed to this trie, and nothing will use it after that. */
  keep(state: State, trie: Trie): void {
    this.#latest = { state, trie }
  }
}
