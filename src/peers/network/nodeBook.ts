import { toHexDigits } from '../../primitives/hex.ts'
import { type Enode, isSameAddress } from '../identity/enode.ts'

/** Static nodes are called whenever they are not connected; found nodes are forgotten after several failures. */
export type NodeKind = 'static' | 'found'

interface Entry {
  readonly node: Enode
  readonly kind: NodeKind
  failures: number
  /** The node is not called before this time. */
  notBefore: number
  hasWorked: boolean
}

interface BackOff {
  readonly firstMs: number
  readonly maximumMs: number
}

const backOffs: Readonly<Record<NodeKind, BackOff>> = {
  static: { firstMs: 1_000, maximumMs: 30_000 },
  found: { firstMs: 10_000, maximumMs: 1_800_000 },
}

/** After this many failures in a row a found node is forgotten; discovery may find it again. */
const maximumFailures = 6
const maximumFound = 1_024

/** The nodes that can be called, and when each may be called next. */
export class NodeBook {
  readonly #random: () => number
  readonly #entries = new Map<string, Entry>()

  /** `random` gives numbers in [0, 1). */
  constructor(random: () => number) {
    this.#random = random
  }

  add(node: Enode, kind: NodeKind): void {
    const id = toHexDigits(node.id)
    const known = this.#entries.get(id)
    // A peer may report a false address of a node, so an address that works is kept until it fails.
    if (known?.kind === 'static' || (known?.hasWorked && known.failures === 0)) return
    if (known && isSameAddress(known.node, node)) return
    if (known === undefined && kind === 'found' && this.#entries.size >= maximumFound) this.#forgetWorst()
    this.#entries.set(id, { node, kind, failures: 0, notBefore: 0, hasWorked: false })
  }

  /** Nodes of a kind that may be called now, those with the fewest failures first. */
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

  /** A call has failed, or the node has left. */
  failed(id: string, now: number): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    const { firstMs, maximumMs } = backOffs[entry.kind]
    const pause = Math.min(maximumMs, firstMs * 2 ** Math.min(entry.failures, 30))
    // The pause is randomised, so that two nodes that lost each other do not call each other at the same time.
    entry.notBefore = now + pause * (0.75 + 0.5 * this.#random())
    entry.failures++
    if (entry.kind === 'found' && entry.failures > maximumFailures) this.#entries.delete(id)
  }

  /** Nodes that were connected in this run. */
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
