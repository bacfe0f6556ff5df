import type { RpcServiceParts } from '../../answering/rpcService.ts'
import type { ChainMemory } from '../../chain/storage/chainMemory.ts'
import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { CompiledContracts } from '../../node/local/callLog/contractArtifact.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import type { FailureFacts } from '../../rpc/envelope/failure.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import type { PathHandler } from '../../server/networks/routes.ts'
import type { SharedState } from '../../server/sharedState.ts'
import type { ReaderPool } from '../../service/readers/readerPool.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'

/** A network with its endpoint. */
export interface NetworkService {
  readonly configuration: NetworkConfiguration
  readonly chainId: number
  /** Undefined for a gateway, which has no node of its own. */
  readonly node: RpcNode | undefined
  readonly endpoint: HostedNetwork
  /** What is served beside the network. */
  readonly handlers: readonly PathHandler[]
}

/** What the nodes of a service have in common. */
export interface NetworkServiceParts {
  readonly service: Pick<ServiceConfiguration, 'role' | 'data' | 'nodes' | 'fleetSecret'>
  /** Of each network. */
  readonly memory: ChainMemory
  readonly onError: (error: unknown, facts?: FailureFacts) => void
  readonly onDebug: DebugLog
  /** Undefined when calls and transactions are not logged. */
  readonly callLog: CallLogOptions | undefined
  readonly artifacts: CompiledContracts | undefined
  /** Null when all calls run in one thread. */
  readonly readers: ReaderPool | null
  /** Undefined for a process that shares no state with others. */
  readonly shared: Pick<SharedState, 'filtersOf'> | undefined
}

/** A node, and what its service needs because of its role. */
export interface OpenedNode
  extends Pick<RpcServiceParts, 'settings' | 'onlyReads' | 'upstream' | 'sharedFilters'> {
  readonly node: RpcNode
  readonly handlers?: readonly PathHandler[]
  close(): void
}
