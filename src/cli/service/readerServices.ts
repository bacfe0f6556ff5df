import { randomBytes } from 'node:crypto'
import { RpcService } from '../../answering/rpcService.ts'
import { readingNode } from '../../answering/withoutWriter.ts'
import { localMiningSettings, publicMiningSettings } from '../../mining/inputs/miningSettings.ts'
import { clientVersion } from '../../node/clientVersion.ts'
import { ReaderNode } from '../../node/readerNode.ts'
import { FolderBytes } from '../../peers/network/folderBytes.ts'
import type { Readiness } from '../../server/networks/hostedNetwork.ts'
import { hostedNode } from '../../server/networks/hostedNode.ts'
import { HttpWriter } from '../../service/writer/httpWriter.ts'
import { bytesLeft } from '../../store/folder/diskSpace.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { NetworkService, NetworkServiceParts } from './networkServices.ts'

export interface ReaderServiceParts extends Pick<NetworkServiceParts, 'memory' | 'onError' | 'readers'> {
  /** The folder of the node that writes. */
  readonly dataFolder: string
  /** The URL of the network at the node that writes; undefined to refuse calls that the folder cannot answer. */
  readonly writerUrl: string | undefined
  /** Lets the node that writes learn which client asks; undefined when that node attributes all calls to this process. */
  readonly fleetSecret: string | undefined
}

/** Opens one network of a process that serves the folder of another one. */
export function openReaderService(
  configuration: NetworkConfiguration,
  { dataFolder, memory, writerUrl, fleetSecret, onError, readers }: ReaderServiceParts,
): NetworkService {
  const { name, origins, disabled, rpc, isRequired } = configuration
  const node = ReaderNode.open({ ...configuration.node, dataFolder, memory, onError })
  const writer = writerUrl === undefined ? undefined : new HttpWriter({ url: writerUrl, fleetSecret })
  const service = new RpcService(readingNode(node), {
    settings: { clientVersion: clientVersion(), gasLimitTarget: gasLimitTargetOf(configuration), ...rpc },
    disabled,
    now: Date.now,
    random: randomBytes,
    report: onError,
    readers,
    onlyReads: { writer, isOutdated: () => node.isOutdated },
  })
  const size = new FolderBytes(node.data.folder.path, performance.now.bind(performance))
  const endpoint = hostedNode({
    name,
    node: readingNode(node),
    service,
    origins,
    isRequired,
    maximumHeadAgeMs: rpc.maximumHeadAgeMs,
    freeBytes: () => bytesLeft(dataFolder),
    dataBytes: () => size.bytes,
  })
  return {
    configuration,
    node,
    // The user of a local chain decides when blocks are mined, so an old head does not make it unready.
    endpoint: {
      ...endpoint,
      status: () => ({ ...endpoint.status(), writer: { answers: writer?.answers ?? false } }),
      readiness: () => readinessOf(isLocal(name) ? [] : endpoint.readiness().reasons, node),
    },
    handlers: [],
    close() {
      service.close()
      writer?.close()
      node.close()
    },
  }
}

/** The target with which the writer mines. */
const gasLimitTargetOf = ({ name, node: { gasLimitTarget } }: NetworkConfiguration): bigint => {
  const { coinbase } = localMiningSettings
  const usual = isLocal(name) ? localMiningSettings : publicMiningSettings(coinbase)
  return gasLimitTarget ?? usual.gasLimitTarget
}

function readinessOf(lag: readonly string[], { isOutdated }: ReaderNode): Readiness {
  const reasons = [
    ...lag,
    ...(isOutdated ? ['the data was upgraded by a newer version: restart this reader with it'] : []),
  ]
  return { ready: reasons.length === 0, reasons }
}
