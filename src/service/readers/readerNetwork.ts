import type { Hash } from '../../primitives/bytes.ts'
import type { RpcSettings } from '../../rpc/method/context.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import { type EncodedBlock, encodePendingBlock } from '../../tracing/request/pendingBlock.ts'

/** The pending block as it is sent to a reader, and the block that it follows. */
export interface SentPending {
  readonly pending: EncodedBlock
  readonly head: Hash
}

type ReadersNode = Pick<RpcNode, 'network' | 'data' | 'callLog' | 'faults' | 'pending'> & {
  readonly traces: Pick<RpcNode['traces'], 'limits'>
}

/** A network as its readers need it. */
export class ReaderNetwork {
  readonly node: ReadersNode
  readonly settings: RpcSettings
  #latest: { readonly block: object; readonly sent: SentPending } | undefined

  constructor(node: ReadersNode, settings: RpcSettings) {
    this.node = node
    this.settings = settings
  }

  /** Encodes a pending block once for the many calls that read it. */
  pending(): SentPending {
    const { block, receipts } = this.node.pending()
    if (this.#latest?.block !== block) {
      const sent = { pending: encodePendingBlock({ block, receipts }), head: block.header.parentHash }
      this.#latest = { block, sent }
    }
    return this.#latest.sent
  }
}
