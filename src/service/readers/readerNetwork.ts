import type { CallLog } from '../../node/local/callLog/callLog.ts'
import type { NodeData } from '../../node/node.ts'
import type { Hash } from '../../primitives/bytes.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { RpcSettings } from '../../rpc/method/context.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import {
  type EncodedBlock,
  encodePendingBlock,
  type PendingBlock,
} from '../../tracing/request/pendingBlock.ts'
import type { TraceLimits } from '../../tracing/run/traceLimits.ts'

/** The pending block as it is sent to a reader, and the block that it follows. */
export interface SentPending {
  readonly pending: EncodedBlock
  readonly head: Hash
}

/** A network as its readers need it. */
export interface ReaderNetwork {
  readonly network: Network
  readonly data: NodeData
  readonly settings: RpcSettings
  readonly traces: TraceLimits
  /** Receives the lines that readers logged; undefined when calls are not logged. */
  readonly callLog?: Pick<CallLog, 'settings' | 'tell'> | undefined
  pending(): SentPending
  /** Called when a call has met a damaged record. */
  onDamage?(): void
}

export function readerNetwork(node: RpcNode, settings: RpcSettings): ReaderNetwork {
  let latest: { readonly block: PendingBlock['block']; readonly sent: SentPending } | undefined
  return {
    network: node.network,
    data: node.data,
    settings,
    traces: node.traces.limits,
    callLog: node.callLog,
    onDamage() {
      if (node.faults !== undefined) node.faults.damagedRecordsMet++
    },
    // Encode a pending block once for the many calls that read it.
    pending() {
      const { block, receipts } = node.pending()
      if (latest?.block !== block) {
        const sent = { pending: encodePendingBlock({ block, receipts }), head: block.header.parentHash }
        latest = { block, sent }
      }
      return latest.sent
    },
  }
}
