import { expect } from 'vitest'
import type { Node } from '../../src/node/node.ts'
import type { NodeOptions } from '../../src/node/nodeOptions.ts'
import { openNode } from '../../src/node/openNode.ts'
import type { PeeringOptions } from '../../src/peers/network/peeringSettings.ts'
import { toHex } from '../../src/primitives/hex.ts'

/** Nodes of the local network in this process, connected over real sockets. */
export class PeerNodes {
  readonly errors: unknown[] = []
  readonly #nodes: Node[] = []

  /** A node that mines on request and calls the given nodes. */
  async open(
    others: readonly Node[] = [],
    { peering, ...options }: NodeOptions & { readonly peering?: PeeringOptions } = {},
  ): Promise<Node> {
    const node = await openNode({
      mining: { kind: 'manual' },
      onError: (error) => this.errors.push(error),
      ...options,
      peering: { host: '127.0.0.1', port: 0, staticPeers: others.map(enodeOf), ...peering },
    })
    this.#nodes.push(node)
    return node
  }

  closeAll(): void {
    for (const node of this.#nodes.splice(0)) node.close()
  }
}

export const enodeOf = ({ peers }: Node): string => peers!.enode!

export function mine(node: Node, count: number): void {
  for (let mined = 0; mined < count; mined++) node.local!.mine()
}

export const headOf = ({ chain }: Node): string => `${chain.head.number} ${toHex(chain.head.hash)}`

const patience = { interval: 10 }

/** Resolves when all nodes have the best block of the first. */
export const agree = (first: Node, ...others: readonly Node[]): Promise<void> =>
  expect.poll(() => others.map(headOf), patience).toEqual(others.map(() => headOf(first)))

export const eventually = <Value>(value: () => Value): ReturnType<typeof expect.poll<Value>> =>
  expect.poll(value, patience)
