import { emptyBytes } from '../primitives/bytes.ts'
import type { Steps } from '../primitives/work/steps.ts'
import { type Child, subtreeSize, type TrieNode } from './nodes/node.ts'
import { childHash, isEmbedded } from './nodes/nodeEncoding.ts'
import { encodeSyncForm } from './syncForm.ts'
import type { Trie } from './trie.ts'

/*
 * A state is exchanged in chunks. Its nodes are laid out in order (left subtree, node, right subtree), each with the
 * bytes of its message, its long value and its embedded children; the total is the size of the trie. A chunk holds the
 * nodes that end in a range of these bytes, so every node is in one chunk. With the nodes come those above them, on
 * both sides, and the hashes of the subtrees cut off, so that a chunk alone proves its nodes against the root.
 */

/** A node outside the chunk, and the hash of its subtree on the far side; empty if it has no such subtree. */
export interface BorderNode {
  readonly form: Uint8Array
  readonly hash: Uint8Array
}

/** Nodes in the sync form, in the order of the layout. */
export interface StateChunk {
  /** Nodes above the chunk that precede it, with the hashes of their left subtrees. */
  readonly before: readonly BorderNode[]
  readonly nodes: readonly Uint8Array[]
  /** The hash of the left subtree of the first node, which precedes the chunk; empty if it has none. */
  readonly firstLeftHash: Uint8Array
  /** The hashes of both subtrees of the last node; empty where it has none. Undefined when there are no nodes. */
  readonly lastHashes: readonly [left: Uint8Array, right: Uint8Array] | undefined
  /** Nodes above or right of the chunk that follow it, with the hashes of their right subtrees. */
  readonly after: readonly BorderNode[]
}

/** Bytes of the layout in one chunk, as in the reference node. */
export const chunkBytes = 50 * 1024

/** Bytes of the whole layout. */
export const layoutSize = (trie: Trie): number => subtreeSize(trie.root)

/** The nodes that end at `from` or after it, and before `to`; undefined beyond the end. A step is a node. */
export function readChunk(trie: Trie, from: number, to: number): Steps<StateChunk | undefined> {
  return new ChunkReader(trie).read(from, to)
}

class ChunkReader {
  readonly #trie: Trie
  readonly #before: TrieNode[] = []
  /** The next node of the layout is the last; each node is in the left subtree of the one before it. */
  readonly #pending: TrieNode[] = []

  constructor(trie: Trie) {
    this.#trie = trie
  }

  *read(from: number, to: number): Steps<StateChunk | undefined> {
    let position = this.#find(from)
    if (position === undefined) return undefined
    const first = this.#pending.at(-1)!
    const forms: Uint8Array[] = []
    let last: TrieNode | undefined
    for (let next = this.#pending.at(-1); next !== undefined; next = this.#pending.at(-1)) {
      position += ownSize(next)
      if (position >= to) break
      last = next
      forms.push(this.#form(next))
      this.#pending.pop()
      this.#pushLeftmost(this.#below(next.right))
      yield
    }
    return {
      before: this.#before.map((node) => ({ form: this.#form(node), hash: hashBelow(node.left) })),
      nodes: forms,
      firstLeftHash: hashBelow(first.left),
      lastHashes: last && [hashBelow(last.left), hashBelow(last.right)],
      after: this.#pending
        .toReversed()
        .map((node) => ({ form: this.#form(node), hash: hashBelow(node.right) })),
    }
  }

  /** Descends to the first node that ends at `from` or after it; returns where it begins. */
  #find(from: number): number | undefined {
    let start = 0
    let node = this.#trie.root
    while (node !== undefined) {
      const left = this.#below(node.left)
      const leftEnd = start + subtreeSize(left)
      const end = leftEnd + ownSize(node)
      if (from <= end) this.#pending.push(node)
      else this.#before.push(node)
      if (from > leftEnd && from <= end) return leftEnd
      if (from <= leftEnd && left === undefined) return start
      if (from <= leftEnd) node = left
      else {
        start = end
        node = this.#below(node.right)
      }
    }
    return undefined
  }

  #pushLeftmost(top: TrieNode | undefined): void {
    for (let node = top; node !== undefined; node = this.#below(node.left)) this.#pending.push(node)
  }

  /** A child that is a node of its own; embedded children belong to their parent. */
  #below(child: Child | undefined): TrieNode | undefined {
    return isEmbedded(child) ? undefined : this.#trie.nodes.resolve(child)
  }

  #form(node: TrieNode): Uint8Array {
    return encodeSyncForm(node, ({ bytes, hash, length }) => bytes ?? this.#trie.nodes.value(hash, length))
  }
}

/** Bytes of a node in the layout. */
function ownSize(node: TrieNode): number {
  const embedded = (child: Child | undefined): number => (isEmbedded(child) ? subtreeSize(child) : 0)
  return subtreeSize(node) - node.childrenSize + embedded(node.left) + embedded(node.right)
}

function hashBelow(child: Child | undefined): Uint8Array {
  if (child === undefined || isEmbedded(child)) return emptyBytes
  return childHash(child)
}
