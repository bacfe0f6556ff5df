import { lookup } from 'node:dns/promises'
import { Discovery } from '../discovery/discovery.ts'
import { keptIdentity, randomIdentity } from '../identity/keptIdentity.ts'
import { identityOf, type NodeIdentity } from '../identity/nodeIdentity.ts'
import { chainCapability, snapshotCapability } from '../messages/message.ts'
import { PeerScoring } from '../scoring/peerScoring.ts'
import { acceptConnections, type Listener } from '../transport/acceptConnections.ts'
import { connect } from '../transport/connect.ts'
import { readingOf, type TransportParts } from '../transport/transportParts.ts'
import { lastNodes } from './lastNodes.ts'
import { Peering, type PeeringParts } from './peering.ts'
import { type PeeringOptions, type PeeringSettings, peeringSettings } from './peeringSettings.ts'

export interface OpenPeeringParts
  extends Omit<PeeringParts, 'identity' | 'settings' | 'scoring' | 'call' | 'random'> {
  readonly options: PeeringOptions
  /** The name that this node sends to others. */
  readonly clientId: string
  readonly randomBytes: (length: number) => Uint8Array
}

/** The fields of every Hello of this node, and the reading budget that all connections share. */
type OwnTransport = Pick<TransportParts, 'clientId' | 'capabilities' | 'reading'>

/** Joins the network of a chain. Rejects when an option is invalid or the port is not available. */
export async function openPeering(parts: OpenPeeringParts): Promise<Peering> {
  const { chain, options, clock } = parts
  const settings = peeringSettings(options, chain.network.name)
  const identity = identityFor(parts)
  const scoring = new PeerScoring({ now: clock, lookup: addressOf })
  for (const address of options.bannedAddresses ?? []) await scoring.ban(address)
  const own: OwnTransport = {
    clientId: parts.clientId,
    capabilities: settings.serveSnapshots ? [chainCapability, snapshotCapability] : [chainCapability],
    reading: readingOf({}),
  }
  let listenPort = 0
  const peering = new Peering({
    ...parts,
    identity,
    settings,
    scoring,
    call: (node, signal) => connect(node, identity, { ...own, listenPort }, signal),
    random: Math.random,
  })
  try {
    if (settings.listen) listenPort = await peering.open(listen(peering, settings, identity, own, parts))
    if (settings.discovery)
      await peering.search(discoveryFor(peering, settings, { ...parts, identity, listenPort }))
  } catch (error) {
    await peering.close()
    throw error
  }
  peering.start(lastNodes(parts.store))
  return peering
}

function identityFor({ options, folder, randomBytes }: OpenPeeringParts): NodeIdentity {
  if (options.privateKey !== undefined) return identityOf(options.privateKey)
  return folder === undefined ? randomIdentity(randomBytes) : keptIdentity(folder, randomBytes)
}

function listen(
  peering: Peering,
  { host, port }: PeeringSettings,
  identity: NodeIdentity,
  own: OwnTransport,
  { onError }: Pick<OpenPeeringParts, 'onError'>,
): Promise<Listener> {
  return acceptConnections({
    ...own,
    ...(host !== undefined && { host }),
    port,
    identity,
    admit: (address) => peering.admits(address),
    onConnection: (connection) => peering.add(connection),
    onFailure(address, problem) {
      if (address === undefined) onError(problem)
      else peering.handshakeFailed(address, problem)
    },
  })
}

function discoveryFor(
  peering: Peering,
  { host = '0.0.0.0', port, publicAddress, bootNodes }: PeeringSettings,
  {
    chain,
    identity,
    listenPort,
    debug,
  }: Pick<OpenPeeringParts, 'chain' | 'debug'> & { identity: NodeIdentity; listenPort: number },
): Discovery {
  return new Discovery({
    identity,
    networkId: chain.network.peerNetworkId,
    host,
    port: listenPort === 0 ? port : listenPort,
    publicAddress,
    bootNodes,
    isBanned: (address) => peering.scoring.isBanned(address),
    onNode: (node) => peering.found(node),
    // Boot nodes that cannot be resolved are tried again later.
    onProblem: (problem) => debug('discovery-problem', { problem }),
  })
}

/** The address of a host name; undefined when it has no address. */
async function addressOf(host: string): Promise<string | undefined> {
  try {
    return (await lookup(host)).address
  } catch {
    return undefined
  }
}
