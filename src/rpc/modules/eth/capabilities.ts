import { toHex } from '../../../primitives/hex.ts'
import { toQuantity } from '../../../primitives/quantity.ts'
import type { Json } from '../../json/json.ts'
import * as schema from '../../json/schema.ts'
import { defineMethod } from '../../method/method.ts'
import type { LookupNode } from '../../node/lookupNode.ts'

/** The method by which clients ask for each kind of data: without it the data is disabled. */
const askedBy = {
  state: 'eth_getBalance',
  tx: 'eth_getTransactionByHash',
  logs: 'eth_getLogs',
  receipts: 'eth_getTransactionReceipt',
  blocks: 'eth_getBlockByNumber',
  stateproofs: 'eth_getProof',
} as const
type Resource = keyof typeof askedBy
const resources = Object.keys(askedBy) as Resource[]

const resourceSchema = schema.objectOf(
  { disabled: schema.boolean },
  {
    oldestBlock: schema.quantity,
    deleteStrategy: schema.objectOf({ type: schema.text, retentionBlocks: schema.number }),
  },
)

/** Ethereum's execution-apis, pull request 755. Data without `deleteStrategy` is kept forever. */
export const ethCapabilities = defineMethod({
  name: 'eth_capabilities',
  summary:
    'The best block, and for each kind of data whether this node offers it, from which block on, and how many of the last blocks it keeps.',
  result: schema.objectOf({
    head: schema.objectOf({ number: schema.quantity, hash: schema.hash }),
    ...Object.fromEntries(resources.map((name) => [name, resourceSchema])),
  }),
  cost: 3,
  asks: 'latest',
  upstream: 'never',
  light: 'own',
  handler(_, { node, description }) {
    const { head } = node.chain
    const oldest = oldestBlocks(node)
    const shown = resources.map((name): [string, Json] => {
      // The proofs of a fork do not lead to the origin's state root.
      const isOffered = description.answers(askedBy[name]) && !(name === 'stateproofs' && node.fork)
      if (!isOffered) return [name, { disabled: true }]
      const isPruned = name === 'state' || name === 'stateproofs'
      return [
        name,
        {
          disabled: false,
          oldestBlock: toQuantity(oldest[name]),
          ...(isPruned && deleteStrategy(node, oldest.state)),
        },
      ]
    })
    return {
      head: { number: toQuantity(head.number), hash: toHex(head.hash) },
      ...Object.fromEntries(shown),
    }
  },
})

/** The first block of each kind of data. A fork has its origin's blocks; the origin may not have their states. */
function oldestBlocks({ chain }: LookupNode): Record<Resource, number> {
  const { start, oldestState } = chain
  const executed = start === undefined ? 0 : start.number + 1
  const blocks = start === undefined || start.lowest <= 1 ? 0 : start.lowest
  return {
    state: oldestState,
    tx: executed,
    logs: executed,
    receipts: executed,
    blocks,
    stateproofs: oldestState,
  }
}

/** A process that only reads knows which states are kept now, not the setting. */
function deleteStrategy(
  { chain, history, writer }: LookupNode,
  oldestState: number,
): { [name: string]: Json } {
  const isPrunedElsewhere = writer !== undefined && chain.prunesStates
  const kept = history ?? (isPrunedElsewhere ? chain.head.number - oldestState + 1 : undefined)
  return kept === undefined ? {} : { deleteStrategy: { type: 'window', retentionBlocks: kept } }
}
