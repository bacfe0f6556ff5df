import { keccak256 } from '../../crypto/keccak256.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { DamagedData } from '../../primitives/errors.ts'
import { toHex } from '../../primitives/hex.ts'
import { wordKey } from '../../primitives/mapKeys.ts'
import type { Store } from '../../store/store.ts'
import { StoredNode } from '../../trie/nodes/node.ts'
import { decodeNode } from '../../trie/nodes/nodeDecoding.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import type { StateTable } from '../storage/stateTables.ts'

/** Nodes that one transaction copies: some milliseconds. */
const nodesPerWrite = 1024

interface Frame {
  readonly hash: Hash
  readonly message: Uint8Array
  readonly children: Hash[]
}

/**
 * Copies the nodes of states from one table to another, children before their parents: a node in the target therefore
 * has all its descendants there, and is skipped with them, also after an interruption.
 */
export class StateCopy {
  readonly #store: Store
  readonly #from: StateTable
  readonly #to: StateTable
  #pending = new Map<string, Frame>()

  constructor(store: Store, from: StateTable, to: StateTable) {
    this.#store = store
    this.#from = from
    this.#to = to
  }

  /** Yields after every transaction. Ends when the state is in the target. */
  *copy(root: Hash): Generator<void, void, undefined> {
    if (this.#isCopied(root)) return
    const path = [this.#open(root)]
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const child = frame.children.pop()
      if (child !== undefined) {
        if (!this.#isCopied(child)) path.push(this.#open(child))
        continue
      }
      path.pop()
      this.#pending.set(wordKey(frame.hash), frame)
      if (this.#pending.size >= nodesPerWrite) {
        this.#flush()
        yield
      }
    }
    this.#flush()
    yield
  }

  #isCopied(hash: Hash): boolean {
    return this.#pending.has(wordKey(hash)) || this.#store.has(this.#to, hash)
  }

  #open(hash: Hash): Frame {
    const message = this.#store.get(this.#from, hash)
    if (message === undefined) throw new MissingNode('node', hash)
    if (!equalBytes(keccak256(message), hash)) throw new DamagedData(`the trie node ${toHex(hash)}`)
    const { left, right } = decodeNode(message)
    // Children inside the message are copied with it.
    const children = [right, left].flatMap((child) => (child instanceof StoredNode ? [child.hash()] : []))
    return { hash, message, children }
  }

  #flush(): void {
    const frames = this.#pending
    this.#pending = new Map()
    if (frames.size === 0) return
    this.#store.write((batch) => {
      for (const { hash, message } of frames.values()) batch.put(this.#to, hash, message)
    })
  }
}
