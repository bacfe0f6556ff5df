import type { RpcNode, RpcWriter } from '../rpc/node/rpcNode.ts'

/** A call needs what only the process that writes the folder has: its pool, wallet, miner, peers or filters. */
export class WriterNeeded extends Error {
  override readonly name = 'WriterNeeded'
}

const needed = (): never => {
  throw new WriterNeeded()
}

/** What a process that only reads can offer. Its pool is empty, and knows the gas prices of the stored blocks. */
export type FolderNode = Pick<RpcNode, 'network' | 'chain' | 'traces' | 'data' | 'pool'>

/** The node of a process that only reads, as the service uses it. */
export const readingNode = ({ network, chain, traces, data, pool }: FolderNode): RpcNode => ({
  ...{ network, chain, traces, data, pool },
  pending: needed,
  submit: needed,
})

/** The node as methods see it in a process that only reads: whatever is not stored throws `WriterNeeded`. */
export const withoutWriter = (node: FolderNode, writer: RpcWriter): RpcNode => ({
  ...readingNode(node),
  writer,
  pool: {
    gasPrices: node.pool.gasPrices,
    ...{ get: needed, nextNonce: needed, quotaOf: needed, onPending: needed },
    ...{ pendingBySender: needed, queuedBySender: needed, transactionsOf: needed, replacementPrice: needed },
    get pendingCount() {
      return needed()
    },
    get queuedCount() {
      return needed()
    },
  },
  get wallet() {
    return needed()
  },
  get mining() {
    return needed()
  },
  get local() {
    return needed()
  },
  get peers() {
    return needed()
  },
  get peg() {
    return needed()
  },
})
