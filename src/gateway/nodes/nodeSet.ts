import type { Lane } from '../../remote/transport.ts'
import type { GatewayNode } from './gatewayNode.ts'

/** A node that is more than one block behind the best one gets no requests for the latest block. */
const usualLag = 1

/** The nodes of one network. */
export class NodeSet {
  readonly nodes: readonly GatewayNode[]
  readonly #waiting = new Set<() => void>()
  #turn = 0

  constructor(nodes: readonly GatewayNode[]) {
    this.nodes = nodes
  }

  /** Nodes that may be asked. */
  get useful(): readonly GatewayNode[] {
    return this.nodes.filter(({ problem }) => problem === undefined)
  }

  /** The height of the best useful node; -1 when no node is useful. */
  get bestHeight(): number {
    let best = -1
    for (const { problem, height } of this.nodes) if (problem === undefined && height > best) best = height
    return best
  }

  /** The minimum height of a node for a question about the latest block. */
  get latestHeight(): number {
    return Math.max(0, this.bestHeight - usualLag)
  }

  /**
   * The useful node with the least load among those at or above a height; undefined when no node qualifies. Reads of a lane
   * that come in one turn of the event loop go to one node, so that they are sent together.
   */
  choose(height: number, excluded: readonly GatewayNode[] = [], lane?: Lane): GatewayNode | undefined {
    let chosen: GatewayNode | undefined
    const { nodes } = this
    const start = this.#turn++ % nodes.length
    for (let count = 0; count < nodes.length; count++) {
      const node = nodes[(start + count) % nodes.length]!
      if (node.problem !== undefined || node.height < height || excluded.includes(node)) continue
      if (lane !== undefined && node.isGathering(lane)) return node
      if (chosen === undefined || node.load < chosen.load) chosen = node
    }
    return chosen
  }

  /** Calls the listeners after a change of a node. */
  changed(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  /** Calls back at each change; returns the function that stops this. */
  onChange(callBack: () => void): () => void {
    this.#waiting.add(callBack)
    return () => this.#waiting.delete(callBack)
  }

  /** Resolves when a node has been found, or with undefined after the timeout. */
  waitFor(find: () => GatewayNode | undefined, timeoutMs: number): Promise<GatewayNode | undefined> {
    const found = find()
    if (found !== undefined) return Promise.resolve(found)
    return new Promise((resolve) => {
      const end = (outcome: GatewayNode | undefined): void => {
        clearTimeout(timer)
        stop()
        resolve(outcome)
      }
      const timer = setTimeout(() => end(undefined), timeoutMs)
      const stop = this.onChange(() => {
        const later = find()
        if (later !== undefined) end(later)
      })
    })
  }
}
