import type { RpcService } from '../../answering/rpcService.ts'
import type { LightNode } from '../../node/light/lightNode.ts'
import { FolderBytes } from '../../peers/network/folderBytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { type Lag, lagOf } from '../../rpc/node/lag.ts'
import type { RpcNode } from '../../rpc/node/rpcNode.ts'
import { bytesLeft, spareBytes } from '../../store/folder/diskSpace.ts'
import type { HostedNetwork, Readiness } from './hostedNetwork.ts'

export interface HostedNodeParts {
  readonly name: string
  readonly node: RpcNode
  readonly service: RpcService
  readonly origins: HostedNetwork['origins']
  readonly isRequired?: boolean
  /** Space that is left for the data; by default on the disk of the node's folder, undefined when it is in memory. */
  readonly freeBytes?: () => number | undefined
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** A node with its methods as a network that a server serves. */
export function hostedNode({
  name,
  node,
  service,
  origins,
  isRequired = true,
  freeBytes = () => node.data.folder && bytesLeft(node.data.folder.path),
  now = Date.now,
}: HostedNodeParts): HostedNetwork {
  const size = node.data.folder && new FolderBytes(node.data.folder.path, performance.now.bind(performance))
  return {
    name,
    origins,
    envelope: service.envelope,
    isRequired,
    head: () => ({ number: node.chain.head.number, hash: toHex(node.chain.head.hash) }),
    status: () => ({
      head: node.chain.head.number,
      headTimestamp: node.chain.head.header.timestamp,
      pendingTransactions: node.pool.pendingCount,
      queuedTransactions: node.pool.queuedCount,
      peers: node.peers?.connected.length,
      sync: node.peers?.progress,
      upstream: service.upstream?.status,
      calls: node.callIndexing?.coverage,
      work: node.work,
      faults: node.faults,
      writer: node.writer && { answers: node.writer.answers },
      light: node.light?.status,
    }),
    storage: () => ({ dataBytes: size?.bytes, freeBytes: freeBytes() }),
    readiness() {
      const lag = lagOf(node, service.settings.maximumHeadAgeMs, now())
      if (node.light !== undefined) return lightReadiness(lag, node.light)
      return readinessOf(lag, node.peers?.connected.length ?? 0, freeBytes(), node.isOutdated?.())
    },
  }
}

function lightReadiness(lag: Lag | undefined, { endpoints }: LightNode): Readiness {
  const isAsked = endpoints.endpoints.some(({ standing }) => standing === 'good')
  const reasons = [
    ...(lag?.kind === 'old-head' ? [`the best block is ${lag.ageSeconds} seconds old`] : []),
    ...(isAsked ? [] : ['no endpoint can be asked']),
  ]
  return { ready: reasons.length === 0, reasons }
}

/** `freeBytes` is undefined for data in memory. */
export function readinessOf(
  lag: Lag | undefined,
  peers: number,
  freeBytes: number | undefined,
  isOutdated = false,
): Readiness {
  const reasons: string[] = []
  if (lag?.kind === 'no-blocks') reasons.push('the chain has no blocks after the genesis block')
  else if (lag !== undefined) reasons.push(`the best block is ${lag.ageSeconds} seconds old`)
  if (lag !== undefined && peers === 0) reasons.push('no peers are connected')
  if (freeBytes !== undefined && freeBytes < spareBytes) reasons.push('the disk is full')
  if (isOutdated) reasons.push('the data was upgraded by a newer version: restart this reader with it')
  return { ready: reasons.length === 0, reasons }
}
