import type { Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'

/** Provides saved nodes and long values. The trie keeps the bytes it gets, so they must not change. */
export interface NodeSource {
  /** A node that is stored under its hash. */
  node(hash: Hash): Uint8Array | undefined
  value(hash: Hash): Uint8Array | undefined
  /** The place of the root of a trie; undefined for one that is stored under its hash. */
  place?(root: Hash): number | undefined
  /** The nodes that were saved as the cluster with this number. */
  cluster?(number: number): Uint8Array | undefined
}

/** Receives the nodes and long values of a trie while it is saved; children come before their parents. */
export interface NodeSink {
  putNode(hash: Hash, message: Uint8Array): void
  putValue(hash: Hash, value: Uint8Array): void
}

/** The store lacks a node, or a long value, that a saved node refers to. */
export class MissingNode extends DamagedData {
  readonly hash: Hash

  constructor(kind: 'node' | 'value', hash: Hash) {
    super(`the trie ${kind} ${toHex(hash)}, which is not in the store,`)
    this.hash = hash
  }
}
