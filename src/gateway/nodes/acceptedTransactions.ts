import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { GatewayNode } from './gatewayNode.ts'

const rememberedTransactions = 50_000
const rememberedClients = 50_000

/** Remembers which nodes accepted the latest transactions: clients soon ask for them, and other nodes may not have them yet. */
export class AcceptedTransactions {
  readonly #byHash = new BoundedMap<string, Set<GatewayNode>>(rememberedTransactions)
  readonly #latestOf = new BoundedMap<string, Set<GatewayNode>>(rememberedClients)

  accepted(client: string, hash: string, node: GatewayNode): void {
    const nodes = this.#byHash.get(hash) ?? new Set()
    nodes.add(node)
    this.#byHash.set(hash, nodes)
    this.#latestOf.set(client, nodes)
  }

  /** Nodes that accepted a transaction; undefined for an unknown one. */
  nodesWith(hash: string): ReadonlySet<GatewayNode> | undefined {
    return this.#byHash.get(hash)
  }

  /** Nodes that accepted the latest transaction of a client, and so have the client's view of the pending block. */
  nodesOf(client: string): ReadonlySet<GatewayNode> | undefined {
    return this.#latestOf.use(client)
  }
}
