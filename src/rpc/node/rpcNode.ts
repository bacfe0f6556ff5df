import type { Chain } from '../../chain/chain.ts'
import type { SubmittedHashRates } from '../../mining/hashRate/submittedHashRates.ts'
import type { MergedMining } from '../../mining/work/mergedMining.ts'
import type { CallLog } from '../../node/local/callLog/callLog.ts'
import type { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { Submission, TransactionPool } from '../../pool/pool.ts'
import type { Address } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { State } from '../../state/state.ts'
import type { Store } from '../../store/store.ts'
import type { TraceService } from '../../tracing/worker/traceService.ts'
import type { Wallet } from '../../wallet/wallet.ts'

/* What the methods need of a node, and no more. */

export interface RpcMining {
  readonly coinbase: Address
  /** Whether this node mines blocks without being asked. */
  readonly isStarted: boolean
  readonly work: Pick<
    MergedMining,
    'getWork' | 'submitBitcoinBlock' | 'submitTransactions' | 'submitPartialMerkle' | 'submitNonce'
  >
  readonly submittedRates: Pick<SubmittedHashRates, 'submit' | 'total'>
}

/** Commands that only a chain of one's own obeys. */
export interface RpcLocalChain {
  /** Mines a block, with this timestamp if one is given. */
  mine(timestamp?: number): void
  startMining(): void
  stopMining(): void
  /** Moves the clock and tells by how much in total. */
  increaseTime(seconds: number): number
  setNextTimestamp(timestamp: number): void
  /** Remembers the chain as it is now; ids count from 1. */
  snapshot(): number
  /** Whether there is such a snapshot. */
  revert(snapshot: number): boolean
  /** Goes back to the genesis and forgets the snapshots. */
  reset(): void
}

export interface SyncStatus {
  readonly startingBlock: number
  readonly currentBlock: number
  readonly highestBlock: number
}

export interface RpcPeers {
  readonly isListening: boolean
  /** Short id, host name and address of each. */
  readonly connected: readonly { readonly id: string; readonly host: string; readonly address: string }[]
  /** Undefined when there is nothing to catch up with. */
  readonly syncStatus: SyncStatus | undefined
  /** Messages that wait to be sent. */
  readonly queuedMessages: number
  readonly scoring: Pick<PeerScoring, 'ban' | 'unban' | 'bannedAddresses' | 'list' | 'clear'>
}

/** One network with everything that serves it. */
export interface RpcNode {
  readonly network: Network
  readonly chain: Chain
  readonly pool: Pick<
    TransactionPool,
    | 'gasPrices'
    | 'get'
    | 'nextNonce'
    | 'onPending'
    | 'pendingBySender'
    | 'queuedBySender'
    | 'pendingCount'
    | 'queuedCount'
    | 'quotaOf'
  >
  /** The next block as it would be mined now, and a state after it that may be changed freely. */
  pending(): { readonly block: Block; readonly receipts: readonly Receipt[]; readonly state: State }
  /** Takes a transaction in. Where blocks are mined per transaction, it is in one on return. */
  submit(transaction: Transaction): Submission
  readonly traces: Pick<TraceService, 'trace'>
  /** Where services keep what must outlive them; undefined when the node itself does not. */
  readonly lastingStore?: Store | undefined
  /** Undefined where keys are not kept. */
  readonly wallet: Wallet | undefined
  /** Undefined where no blocks are made. */
  readonly mining: RpcMining | undefined
  /** Undefined on chains that are shared with others. */
  readonly local: RpcLocalChain | undefined
  /** Undefined where nobody wants to hear what happens. */
  readonly callLog?: Pick<CallLog, 'called' | 'estimated'> | undefined
  /** Undefined while peering is off. */
  readonly peers: RpcPeers | undefined
}
