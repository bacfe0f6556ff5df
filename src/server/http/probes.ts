import type { SharedHealth } from '../keys/sharedHealth.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import type { Routes } from '../networks/routes.ts'
import type { Reply } from './reply.ts'

/**
 * Answers `/health` (the process runs), `/accepting` (it does not drain), `/ready` (every network that the operator asked for
 * is useful) and `/ready/NETWORK` (that one is; also `/NETWORK/ready`) for monitors and load balancers. A service that shares
 * its state is not ready while no API key is accepted; while the state is away for a shorter time, the answer reports it.
 * Everybody may ask, under any host name, so the answers name no address: `/api/overview` of the admin address does. Only a
 * light client, which has no admin address, names its endpoints.
 */
export function probe(
  target: string | undefined,
  reply: Reply,
  routes: Routes,
  isDraining: boolean,
  shared?: SharedHealth,
): boolean {
  if (target === '/health') {
    reply.send(200, '{"status":"ok"}')
    return true
  }
  if (target === '/accepting') {
    const status = isDraining ? 'draining' : 'accepting'
    reply.send(isDraining ? 503 : 200, JSON.stringify({ status }))
    return true
  }
  const probed = probedBy(target, routes)
  if (probed === undefined) return false
  const isReady =
    shared?.keysUnavailable === undefined &&
    probed.every((network) => isOptional(network, probed) || network.readiness().ready)
  const status = isDraining ? 'draining' : isReady ? 'ready' : 'not-ready'
  const networks = Object.fromEntries(probed.map((network) => [network.name, described(network)]))
  reply.send(
    status === 'ready' ? 200 : 503,
    JSON.stringify({ status, networks, shared: shared && sharedObject(shared) }),
  )
  return true
}

/** The networks of a probe for readiness; undefined for any other target. */
function probedBy(target: string | undefined, { networks }: Routes): readonly HostedNetwork[] | undefined {
  if (target === '/ready') return networks
  const named = networks.find(({ name }) => target === `/ready/${name}` || target === `/${name}/ready`)
  return named && [named]
}

/** A network that is probed alone is required. */
const isOptional = ({ isRequired }: HostedNetwork, probed: readonly HostedNetwork[]): boolean =>
  !isRequired && probed.length > 1

const described = (network: HostedNetwork) => {
  const { upstream, ...status } = network.status()
  const { endpoint: _, ...figures } = upstream ?? { endpoint: undefined }
  return {
    ...network.readiness(),
    required: network.isRequired,
    ...status,
    // The texts of problems name addresses.
    upstream: upstream && { ...figures, problem: upstream.problem === null ? null : 'it does not answer' },
  }
}

const sharedObject = ({ isAway, keysUnavailable, processes }: SharedHealth) => ({
  away: isAway,
  keys: keysUnavailable === undefined,
  processes,
})
