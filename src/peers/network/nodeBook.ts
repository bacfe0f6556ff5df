import { toHexDigits } from '../../primitives/hex.ts'
import { type Enode, isSamePlace } from '../identity/enode.ts'

/** Static nodes are called for as long as they are away; found ones have to prove that they are worth it. */
export type NodeKind = 'static' | 'found'

interface Entry {
  readonly node: Enode
  readonly kind: NodeKind
  failures: number
  /** Not before then it is called again. */
  notBefore: number
  hasWorked: boolean
}

interface BackOff {
  readonly firstMs: number
  readonly longestMs: number
}

const backOffs: Readonly<Record<NodeKind, BackOff>> = {
  static: { firstMs: 1_000, longestMs: 30_000 },
  found: { firstMs: 10_000, longestMs: 1_800_000 },
}

/** After so many failures in a row a found node is forgotten; whoever knows it better may tell of it again. */
const patience = 6
const maximumFound = 1_024

/** The nodes that could be called, and when each may be. */
export class NodeBook {
  readonly #random: () => number
  readonly #entries = new Map<string, Entry>()

  /** `random` gives numbers from 0 up to but not including 1. */
  constructor(random: () => number) {
    this.#random = random
  }

  add(node: Enode, kind: NodeKind): void {
    const id = toHexDigits(node.id)
    const known = this.#entries.get(id)
    // Anybody may claim another place for a node: one that works there stays there until it has failed.
    if (known?.kind === 'static' || (known?.hasWorked && known.failures === 0)) return
    if (known && isSamePlace(known.node, node)) return
    if (known === undefined && kind === 'found' && this.#entries.size >= maximumFound) this.#forgetWorst()
    this.#entries.set(id, { node, kind, failures: 0, notBefore: 0, hasWorked: false })
  }

  remove(id: string): void {
    this.#entries.delete(id)
  }

  /** Nodes of a kind that may be called now, those that have failed least first. */
  due(kind: NodeKind, now: number, isBusy: (id: string) => boolean): Enode[] {
    const entries = [...this.#entries].filter(
      ([id, entry]) => entry.kind === kind && entry.notBefore <= now && !isBusy(id),
    )
    return entries.sort(([, a], [, b]) => a.failures - b.failures).map(([, { node }]) => node)
  }

  succeeded(id: string): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    entry.failures = 0
    entry.hasWorked = true
  }

  /** A call came to nothing, or the node has left. */
  failed(id: string, now: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    const { firstMs, longestMs } = backOffs[entry.kind]
    const pause = Math.min(longestMs, firstMs * 2 ** Math.min(entry.failures, 30))
    // Nodes that lost each other should not call each other at the same time, again and again.
    entry.notBefore = now + pause * (0.75 + 0.5 * this.#random())
    entry.failures++
    if (entry.kind === 'found' && entry.failures > patience) this.#entries.delete(id)
  }

  /** Nodes that have worked, for the next run. */
  proven(): Enode[] {
    return [...this.#entries.values()].filter(({ hasWorked }) => hasWorked).map(({ node }) => node)
  }

  #forgetWorst(): void {
    let worst: { readonly id: string; readonly failures: number } | undefined
    for (const [id, { kind, failures }] of this.#entries) {
      if (kind === 'found' && failures >= (worst?.failures ?? 0)) worst = { id, failures }
    }
    if (worst) this.#entries.delete(worst.id)
  }
}
