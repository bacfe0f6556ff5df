import type { LightNode } from '../../node/light/lightNode.ts'
import type { CallLog } from '../../node/local/callLog/callLog.ts'
import type { Node } from '../../node/node.ts'
import type { Peering } from '../../peers/network/peering.ts'
import type { TransactionPool } from '../../pool/pool.ts'
import type { Traces } from '../../tracing/run/traces.ts'
import type { ReadNode } from './readNode.ts'

export type RpcPeers = Pick<
  Peering,
  'isListening' | 'enode' | 'connected' | 'syncStatus' | 'progress' | 'queuedMessages' | 'scoring'
>

export interface RpcWriter {
  /** False when it does not answer, and when it is not known. */
  readonly answers: boolean
}

/** What only some nodes have: not those that read the folder of another process, or ask others for all that they need. */
type PartsOfSome =
  | 'wallet'
  | 'mining'
  | 'local'
  | 'lastingStore'
  | 'development'
  | 'history'
  | 'fork'
  | 'forkAnother'
  | 'onReplaced'
  | 'peg'
  | 'callIndexing'
  | 'faults'
  | 'work'

/** One network, as the methods use it: its chain, pool, miner, wallet and peers. */
export interface RpcNode
  extends Omit<ReadNode, 'wallet'>,
    Pick<Node, 'submit' | 'data'>,
    Partial<Pick<Node, PartsOfSome>> {
  readonly pool: Pick<
    TransactionPool,
    | 'get'
    | 'nextNonce'
    | 'onPending'
    | 'pendingBySender'
    | 'queuedBySender'
    | 'pendingCount'
    | 'queuedCount'
    | 'quotaOf'
    | 'transactionsOf'
    | 'replacementPrice'
  > & { readonly gasPrices: Pick<TransactionPool['gasPrices'], 'recommended'> }
  readonly traces: Pick<Traces, 'trace' | 'readCalls' | 'readChanges' | 'limits'>
  readonly callLog?:
    | Pick<CallLog, 'called' | 'estimated' | 'explainCall' | 'explainMined' | 'isHeard' | 'settings' | 'tell'>
    | undefined
  /** Undefined while peering is off. */
  readonly peers?: RpcPeers | undefined
  /** Set for a light client. */
  readonly light?: LightNode | undefined
  /** The process that writes the folder, where this one only reads it; undefined elsewhere. */
  readonly writer?: RpcWriter | undefined
  /** Whether the folder of another process has a newer format than this one can read. */
  readonly isOutdated?: () => boolean
}
