import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { GatewayNode } from './gatewayNode.ts'

const rememberedTransactions = 50_000
const rememberedClients = 50_000

/** Which nodes have accepted the latest transactions: their clients ask for them at once, and other nodes may not have them yet. */
export class AcceptedTransactions {
  readonly #byHash = new BoundedMap<string, Set<GatewayNode>>(rememberedTransactions)
  readonly #latestOf = new BoundedMap<string, Set<GatewayNode>>(rememberedClients)

  accepted(client: string, hash: string, node: GatewayNode): void {
    const nodes = this.#byHash.get(hash) ?? new Set()
    nodes.add(node)
    this.#byHash.set(hash, nodes)
    this.#latestOf.set(client, nodes)
  }

  /** Nodes that have a transaction; undefined when it is not known which. */
  nodesWith(hash: string): ReadonlySet<GatewayNode> | undefined {
    return this.#byHash.get(hash)
  }

  /** Nodes that have the latest transaction of a client, and so the client's view of the pending block. */
  nodesOf(client: string): ReadonlySet<GatewayNode> | undefined {
    return this.#latestOf.use(client)
  }
}
