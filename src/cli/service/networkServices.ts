import { randomBytes } from 'node:crypto'
import { RpcService } from '../../answering/rpcService.ts'
import type { ChainMemory } from '../../chain/storage/chainMemory.ts'
import { clientVersion, toolClientVersion } from '../../node/clientVersion.ts'
import type { CallLogOptions } from '../../node/local/callLog/callLog.ts'
import type { CompiledContracts } from '../../node/local/callLog/contractArtifact.ts'
import type { Node } from '../../node/node.ts'
import { openNode } from '../../node/openNode.ts'
import { FolderBytes } from '../../peers/network/folderBytes.ts'
import type { PeeringOptions } from '../../peers/network/peeringSettings.ts'
import type { DebugLog } from '../../primitives/debugLog.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { FailureFacts } from '../../rpc/envelope/failure.ts'
import type { HostedNetwork } from '../../server/networks/hostedNetwork.ts'
import { hostedNode } from '../../server/networks/hostedNode.ts'
import type { PathHandler } from '../../server/networks/routes.ts'
import type { SharedState } from '../../server/sharedState.ts'
import type { ReaderPool } from '../../service/readers/readerPool.ts'
import { bytesLeft } from '../../store/folder/diskSpace.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import type { UpstreamNode } from '../../upstream/upstreamNode.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import { listeningProblem } from './listeningProblem.ts'
import { dumpStateFile, loadStateFile } from './stateFiles.ts'

/** A network with its node and its endpoint. */
export interface NetworkService {
  readonly configuration: NetworkConfiguration
  readonly node: Pick<Node, 'network' | 'chain' | 'peers' | 'local'> &
    Partial<Pick<Node, 'fork' | 'peg' | 'work'>>
  readonly endpoint: HostedNetwork
  /** What is served beside the network. */
  readonly handlers: readonly PathHandler[]
  close(): void
}

export interface NetworkServiceParts {
  readonly dataFolder: string | undefined
  /** Of each network. */
  readonly memory: ChainMemory
  readonly onError: (error: unknown, facts?: FailureFacts) => void
  readonly onDebug: DebugLog
  /** Receives lines for the operator. */
  readonly onNote: (line: string) => void
  /** Undefined when calls and transactions are not logged. */
  readonly callLog: CallLogOptions | undefined
  readonly artifacts: CompiledContracts | undefined
  /** Null when all calls run in one thread. */
  readonly readers: ReaderPool | null
  /** Undefined for a process that shares no state with others. */
  readonly shared: Pick<SharedState, 'filtersOf'> | undefined
}

/** Turns an error of peering that the user can fix into a `CommandFailure`. */
function explainPeering(error: unknown, network: NetworkName, { host, port }: PeeringOptions): unknown {
  const flags = `--networks.${network}.peers.`
  if (error instanceof DecodeError) return new CommandFailure(`${flags}*: ${error.message}`)
  const refused = error instanceof Error && 'port' in error ? Number(error.port) : 0
  const problem = listeningProblem(error, {
    host: host ?? 'any address',
    port: port || refused,
    hostFlag: `${flags}host`,
    portFlag: `${flags}port`,
  })
  return problem === undefined ? error : new CommandFailure(problem)
}

/** Closes the node when its upstream is refused. */
async function openUpstream(
  { name, upstream }: NetworkConfiguration,
  node: Node,
  onError: (error: unknown) => void,
): Promise<UpstreamNode | undefined> {
  if (upstream === undefined) return undefined
  const { network, chain } = node
  const genesisHash = chain.select(0)!.hash
  const id = randomBytes(8).toString('hex')
  const parts = { network, genesisHash, localHead: () => chain.head.number, id, onProblem: onError }
  try {
    const { UpstreamNode } = await import('../../upstream/upstreamNode.ts')
    return await UpstreamNode.open(upstream, parts)
  } catch (error) {
    node.close()
    if (!(error instanceof UpstreamError)) throw error
    throw new CommandFailure(`the upstream of ${name}: ${error.message}`)
  }
}

export async function openNetworkService(
  configuration: NetworkConfiguration,
  parts: NetworkServiceParts,
): Promise<NetworkService> {
  const { dataFolder, memory, onError, callLog, artifacts, readers, shared } = parts
  const { name, origins, disabled, rpc, peering, isRequired } = configuration
  const node = await openNode({
    ...configuration.node,
    memory,
    onError,
    onDebug: (event, facts) => parts.onDebug(event, { network: name, ...facts }),
    ...(dataFolder !== undefined && { dataFolder }),
    ...(callLog !== undefined && { callLog }),
    ...(artifacts !== undefined && { artifacts }),
    ...(peering !== undefined && { peering }),
  }).catch((error: unknown) => {
    throw peering === undefined ? error : explainPeering(error, name, peering)
  })
  const { stateFiles } = configuration
  const { development } = node
  if (stateFiles !== undefined && development !== undefined) {
    try {
      await loadStateFile(stateFiles, development)
    } catch (error) {
      node.close()
      throw error
    }
  }
  const upstream = await openUpstream(configuration, node, onError)
  const service = new RpcService(node, {
    settings: {
      clientVersion: configuration.clientVersion === 'tools' ? toolClientVersion() : clientVersion(),
      ...rpc,
    },
    disabled,
    now: Date.now,
    random: randomBytes,
    report(error, facts) {
      node.faults?.notice(error)
      onError(error, facts)
    },
    readers,
    upstream,
    shared: shared?.filtersOf(name),
  })
  const handlers = await bitcoinHandlers(node, onError)
  const size = node.data.folder && new FolderBytes(node.data.folder.path, performance.now.bind(performance))
  const endpoint = hostedNode({
    name,
    node,
    service,
    origins,
    isRequired,
    maximumHeadAgeMs: rpc.maximumHeadAgeMs,
    freeBytes: () => (dataFolder === undefined ? undefined : bytesLeft(dataFolder)),
    dataBytes: () => size?.bytes,
  })
  return {
    configuration,
    node,
    endpoint,
    handlers,
    close() {
      upstream?.close()
      service.close()
      try {
        if (stateFiles !== undefined && development !== undefined) dumpStateFile(stateFiles, development)
      } finally {
        node.close()
      }
    },
  }
}

/** Serves the simulated Bitcoin of a development chain at `/bitcoin`. A bitcoind has an address of its own. */
async function bitcoinHandlers(
  { peg }: Node,
  onFailure: (error: unknown) => void,
): Promise<readonly PathHandler[]> {
  if (peg === undefined) return []
  const { bitcoin } = peg
  const { SimulatedBitcoin } = await import('../../dev/bitcoin/simulatedBitcoin.ts')
  if (!(bitcoin instanceof SimulatedBitcoin)) return []
  const { BitcoinRpc } = await import('../../dev/bitcoin/rpc/bitcoinRpc.ts')
  const rpc = new BitcoinRpc(bitcoin, onFailure)
  return [{ name: 'bitcoin', answer: (body) => rpc.answer(body) }]
}
