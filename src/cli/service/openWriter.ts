import { randomBytes } from 'node:crypto'
import type { Node } from '../../node/node.ts'
import { openNode } from '../../node/openNode.ts'
import type { PeeringOptions } from '../../peers/network/peeringSettings.ts'
import { DecodeError } from '../../primitives/errors.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import type { PathHandler } from '../../server/networks/routes.ts'
import { UpstreamError } from '../../upstream/upstreamError.ts'
import type { UpstreamNode } from '../../upstream/upstreamNode.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { NetworkConfiguration } from '../configuration/networkConfiguration.ts'
import { listeningProblem } from './listeningProblem.ts'
import type { NetworkServiceParts, OpenedNode } from './networkService.ts'
import { dumpStateFile, loadStateFile } from './stateFiles.ts'

/** Opens a node with a chain of its own. */
export async function openWriter(
  configuration: NetworkConfiguration,
  { service: { data }, memory, onError, onDebug, callLog, artifacts, shared }: NetworkServiceParts,
): Promise<OpenedNode> {
  const { name, peering, stateFiles } = configuration
  const node = await openNode({
    ...configuration.node,
    memory,
    onError,
    onDebug: (event, facts) => onDebug(event, { network: name, ...facts }),
    ...(data !== undefined && { dataFolder: data }),
    ...(callLog !== undefined && { callLog }),
    ...(artifacts !== undefined && { artifacts }),
    ...(peering !== undefined && { peering }),
  }).catch((error: unknown) => {
    throw peering === undefined ? error : explainPeering(error, name, peering)
  })
  const { development } = node
  try {
    if (stateFiles !== undefined && development !== undefined) await loadStateFile(stateFiles, development)
    const upstream = await openUpstream(configuration, node, onError)
    return {
      node,
      upstream,
      sharedFilters: shared?.filtersOf(name),
      handlers: await bitcoinHandlers(node, onError),
      close() {
        upstream?.close()
        try {
          if (stateFiles !== undefined && development !== undefined) dumpStateFile(stateFiles, development)
        } finally {
          node.close()
        }
      },
    }
  } catch (error) {
    node.close()
    throw error
  }
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
    if (!(error instanceof UpstreamError)) throw error
    throw new CommandFailure(`the upstream of ${name}: ${error.message}`)
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
