import type { UpstreamCalls } from '../../answering/upstream/upstreamCalls.ts'
import type { CallCoverage } from '../../chain/traces/callCoverage.ts'
import type { LightNode } from '../../node/light/lightNode.ts'
import type { StoreFaults } from '../../node/services/storeFaults.ts'
import type { NamedWork } from '../../primitives/work/workProgress.ts'
import type { Envelope } from '../../rpc/envelope/envelope.ts'
import type { RpcPeers } from '../../rpc/node/rpcNode.ts'

/** The state of a network for its operator. */
export interface HostedStatus {
  /** Number of the best block. */
  readonly head: number
  /** Of the best block, in seconds since 1970; undefined for a network without a chain of its own. */
  readonly headTimestamp?: number | undefined
  readonly pendingTransactions: number
  readonly queuedTransactions: number
  /** Undefined while peering is off. */
  readonly peers?: number | undefined
  /** Undefined without peers. */
  readonly sync: RpcPeers['progress'] | undefined
  /** How far calls are recorded; undefined when they are not. */
  readonly calls?: CallCoverage | undefined
  /** What the node does that takes long; undefined without a node that writes. */
  readonly work?: readonly NamedWork[] | undefined
  /** Undefined when the data is in memory. */
  readonly faults?: Pick<StoreFaults, 'damagedRecordsMet' | 'failedMerges'> | undefined
  /** The process that writes the folder; undefined where this one does. */
  readonly writer?: { readonly answers: boolean } | undefined
  /** Undefined without an upstream. */
  readonly upstream?: UpstreamCalls['status'] | undefined
  /** Set for a light client. */
  readonly light?: LightNode['status'] | undefined
}

/** The disk under a network; undefined members when its data is in memory. */
export interface NetworkStorage {
  /** Size of the network's data. */
  readonly dataBytes: number | undefined
  readonly freeBytes: number | undefined
}

/** The best block of a network. */
export interface NetworkHead {
  readonly number: number
  /** In hex. */
  readonly hash: string
}

/** What a gateway knows about one of its nodes. */
export interface NodeFigures {
  readonly name: string
  /** Why the node gets no requests, or what it cannot answer; for the operator only. */
  readonly problem: string | undefined
  readonly isUseful: boolean
  readonly height: number
  /** Blocks behind the best useful node. */
  readonly lag: number
  readonly meanMs: number
  readonly requests: number
  readonly failures: number
  readonly retries: number
  readonly hedges: number
}

export interface GatewayFigures {
  readonly nodes: readonly NodeFigures[]
  readonly finalAnswers: {
    readonly hits: number
    readonly misses: number
    readonly bytes: number
  }
}

/** Whether a network is useful to clients now, and if not, why. */
export interface Readiness {
  readonly ready: boolean
  readonly reasons: readonly string[]
}

/** One network as the server sees it: bodies in, answers out. */
export interface HostedNetwork {
  /** The segment of the path that names the network. */
  readonly name: string
  /** Origins of web pages that may use the network; `loopback` in a list stands for pages of this machine. A reload replaces them. */
  origins: '*' | readonly string[]
  readonly envelope: Pick<Envelope, 'read' | 'answer' | 'answerText'>
  head(): NetworkHead
  status(): HostedStatus
  storage(): NetworkStorage
  /** Whether the service as a whole is not ready without this network: the operator asked for it. */
  readonly isRequired: boolean
  readiness(): Readiness
  /** Whether nothing can be answered at the moment, because no node behind a gateway can. */
  isAway?(): boolean
  /** Undefined for a network with a chain of its own. */
  readonly gateway?: () => GatewayFigures
}
