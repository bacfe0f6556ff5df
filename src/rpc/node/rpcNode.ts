import type { Peg } from '../../dev/peg/peg.ts'
import type { SubmittedHashRates } from '../../mining/hashRate/hashRates.ts'
import type { MergedMining } from '../../mining/work/mergedMining.ts'
import type { CallLog } from '../../node/local/callLog/callLog.ts'
import type { DevelopmentControls } from '../../node/local/development/developmentControls.ts'
import type { NodeData } from '../../node/node.ts'
import type { CallIndexing } from '../../node/services/callIndexing.ts'
import type { Healing } from '../../node/services/healing.ts'
import type { ConnectedPeer, PeeringProgress } from '../../peers/network/peering.ts'
import type { PeerScoring } from '../../peers/scoring/peerScoring.ts'
import type { SyncStatus } from '../../peers/sync/syncProgress.ts'
import type { Submission, TransactionPool } from '../../pool/pool.ts'
import type { Address } from '../../primitives/bytes.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { Store } from '../../store/store.ts'
import type { Traces } from '../../tracing/run/traces.ts'
import type { Fork } from '../../upstream/fork.ts'
import type { ForkOptions } from '../../upstream/openFork.ts'
import type { Wallet } from '../../wallet/wallet.ts'
import type { ReadNode } from './readNode.ts'

/* The part of a node that the methods use. */

export interface RpcMining {
  readonly coinbase: Address
  /** Whether this node mines blocks by itself. */
  readonly isMining: boolean
  readonly work: Pick<
    MergedMining,
    'getWork' | 'submitBitcoinBlock' | 'submitTransactions' | 'submitPartialMerkle' | 'submitNonce'
  >
  readonly submittedRates: Pick<SubmittedHashRates, 'submit' | 'total'>
}

/** Commands of a local chain. */
export interface RpcLocalChain {
  /** Mines a block, at the current time unless a timestamp is given. */
  mine(timestamp?: number): void
  startMining(): void
  stopMining(): void
  /** Moves the clock forward and returns its total offset in seconds. */
  increaseTime(seconds: number): number
  setNextTimestamp(timestamp: number): void
  /** Saves a snapshot of the chain and returns its id, counted from 1. */
  snapshot(): number
  /** Restores a snapshot. Returns whether the snapshot exists. */
  revert(snapshot: number): boolean
  /** Removes the blocks above a height. */
  rollBack(height: number): void
  /** Restores the genesis block and discards the snapshots. */
  reset(): void
}

export interface RpcPeers {
  readonly isListening: boolean
  /** Where this node can be reached; undefined while it does not listen. */
  readonly enode: string | undefined
  readonly connected: readonly ConnectedPeer[]
  /** Undefined when the node has caught up with its peers. */
  readonly syncStatus: SyncStatus | undefined
  /** How catching up proceeds. */
  readonly progress: Pick<
    PeeringProgress,
    'highest' | 'blocksPerSecond' | 'secondsLeft' | 'diskBytes' | 'snapshot'
  >
  /** Number of messages that wait to be sent. */
  readonly queuedMessages: number
  readonly scoring: Pick<PeerScoring, 'ban' | 'unban' | 'bannedAddresses' | 'list' | 'clear'>
}

export interface RpcWriter {
  /** False when it does not answer, and when it is not known. */
  readonly answers: boolean
}

/** One network: its chain, pool, miner, wallet and peers. */
export interface RpcNode extends ReadNode {
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
  /** Submits a transaction to the pool. On a chain that mines per transaction, it is in a block on return. */
  submit(transaction: Transaction): Submission
  /** The stored data, for other threads. */
  readonly data: NodeData
  readonly traces: Pick<Traces, 'trace' | 'readCalls' | 'limits'>
  readonly callLog?: Pick<CallLog, 'called' | 'estimated' | 'refusal' | 'settings' | 'tell'> | undefined
  /** The store for data of services that survives a restart; undefined when the chain itself does not. */
  readonly lastingStore?: Store | undefined
  /** Undefined on networks without a wallet. */
  readonly wallet: Wallet | undefined
  /** Undefined when this node does not make blocks. */
  readonly mining: RpcMining | undefined
  /** Undefined on chains that are shared with peers. */
  readonly local: RpcLocalChain | undefined
  /** Undefined except on a development chain. */
  readonly development?: DevelopmentControls | undefined
  /** The number of last blocks whose states are kept at least; undefined when all are, or when another process prunes. */
  readonly history?: number | undefined
  /** The chain from which this one started; undefined if it is not a fork. */
  readonly fork?: Fork | undefined
  /** Replaces the chain by a fork of another, or by one with a first block of its own; undefined if it cannot change. */
  readonly forkAnother?: ((fork: ForkOptions | undefined) => Promise<void>) | undefined
  /** Calls the listener when all parts were replaced. Returns a function that unsubscribes. */
  onReplaced?(listener: () => void): () => void
  /** The peg with Bitcoin beside a development chain. */
  readonly peg?: Peg | undefined
  /** Undefined while peering is off. */
  readonly peers: RpcPeers | undefined
  /** The process that writes the folder, where this one only reads it; undefined elsewhere. */
  readonly writer?: RpcWriter | undefined
  /** Records the calls of older blocks; undefined when calls are not recorded. */
  readonly callIndexing?: Pick<CallIndexing, 'coverage'> | undefined
  /** Restores damaged records; undefined when the data is in memory. */
  readonly healing?: Pick<Healing, 'repair' | 'counts'> | undefined
}
