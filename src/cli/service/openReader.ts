import { readingNode } from '../../answering/withoutWriter.ts'
import { localMiningSettings, publicMiningSettings } from '../../mining/inputs/miningSettings.ts'
import { ReaderNode } from '../../node/readerNode.ts'
import { HttpWriter } from '../../service/writer/httpWriter.ts'
import { isLocal } from '../configuration/localNetwork.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import type { NetworkServiceParts, OpenedNode } from './networkService.ts'

/** For a process that does not know the address of the node that writes: calls that the folder cannot answer are refused. */
const noWriter = { answers: false }

/** Opens one network of a process that serves the folder of another one. */
export function openReader(
  configuration: NetworkConfiguration,
  { service, memory, onError }: NetworkServiceParts,
): OpenedNode {
  const { data, nodes, fleetSecret } = service
  if (data === undefined) throw new Error('a reader has the folder of a writer')
  const reader = ReaderNode.open({ ...configuration.node, dataFolder: data, memory, onError })
  const url = nodes.get(configuration.name)?.[0]
  const writer = url === undefined ? undefined : new HttpWriter({ url, fleetSecret })
  const isOutdated = (): boolean => reader.isOutdated
  return {
    node: { ...readingNode(reader), writer: writer ?? noWriter, isOutdated },
    settings: { gasLimitTarget: gasLimitTargetOf(configuration) },
    onlyReads: { writer, isOutdated },
    close() {
      writer?.close()
      reader.close()
    },
  }
}

/** The target with which the writer mines. */
const gasLimitTargetOf = ({ name, node: { gasLimitTarget } }: NetworkConfiguration): bigint => {
  const { coinbase } = localMiningSettings
  const usual = isLocal(name) ? localMiningSettings : publicMiningSettings(coinbase)
  return gasLimitTarget ?? usual.gasLimitTarget
}
