import { toHexDigits } from '../../primitives/hex.ts'
import type { Store } from '../../store/store.ts'
import type { Enode } from '../identity/enode.ts'
import type { Connection } from '../transport/connection.ts'
import { keepLastNodes } from './lastNodes.ts'
import type { NodeBook } from './nodeBook.ts'

export interface NodeDirectoryParts {
  readonly book: NodeBook
  readonly store: Store
  /** Hex digits of the id of this node, which is never added. */
  readonly ownId: string
  /** Milliseconds, of a clock that never goes back. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

const saveIntervalMs = 60_000

/** Collects nodes that can be called from all sources, and saves those that worked for the next run. */
export class NodeDirectory {
  readonly #parts: NodeDirectoryParts
  #savedAtMs: number

  constructor(parts: NodeDirectoryParts) {
    this.#parts = parts
    this.#savedAtMs = parts.now()
  }

  addStatic(nodes: readonly Enode[]): void {
    for (const node of nodes) this.#parts.book.add(node, 'static')
  }

  addFound(node: Enode): void {
    const { book, ownId } = this.#parts
    if (toHexDigits(node.id) !== ownId) book.add(node, 'found')
  }

  /** A node that called us can be called when the connection is lost. */
  addCaller({ remote, address }: Connection): void {
    if (remote.listenPort > 0) this.addFound({ id: remote.id, host: address, port: remote.listenPort })
  }

  /** To be called regularly; saves once a minute. */
  tick(): void {
    if (this.#parts.now() - this.#savedAtMs >= saveIntervalMs) this.save()
  }

  /** When no node has worked, the nodes of the run before stay saved. */
  save(): void {
    const { book, store, now, onError } = this.#parts
    this.#savedAtMs = now()
    const nodes = book.proven()
    if (nodes.length === 0) return
    try {
      keepLastNodes(store, nodes)
    } catch (error) {
      onError(error)
    }
  }
}
