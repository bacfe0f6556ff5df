import { isLoopback } from '../../server/entrance/hosts.ts'
import { contradictions } from '../../settings/contradictions.ts'
import { type Checks, ConfigurationError } from './configurationError.ts'
import { type FleetValues, partsOfNode } from './settings/fleetSettings.ts'
import type { ServiceValues } from './settings/serviceSettings.ts'
import { readSecretFile } from './sources/readTextFile.ts'

/** What follows from the settings of a process in a fleet. */
export interface FleetParts {
  /** URLs of the nodes behind a gateway, by network. */
  readonly nodes: ReadonlyMap<string, readonly string[]>
  /** The secret by which nodes recognise gateways; undefined without gateways. */
  readonly fleetSecret: string | undefined
}

const secretText = /^[\x21-\x7e]{32,4096}$/

export const fleetParts = ({ nodes, fleetSecretFile: path }: FleetValues, checks: Checks): FleetParts => ({
  nodes: checks.attempt(() => nodesOf(nodes)) ?? new Map(),
  fleetSecret: path === undefined ? undefined : checks.attempt(() => secretIn(path)),
})

function nodesOf(items: readonly string[]): Map<string, readonly string[]> {
  const nodes = new Map<string, readonly string[]>()
  const problems: string[] = []
  let current: string | undefined
  for (const item of items) {
    const { network = current, url } = partsOfNode(item)
    current = network
    const known = network === undefined ? undefined : (nodes.get(network) ?? [])
    if (network === undefined || known === undefined) {
      problems.push('nodes: the first node does not name its network, as in mainnet=URL')
    } else if (known.includes(url)) problems.push(`nodes: ${url} is given twice for ${network}`)
    else nodes.set(network, [...known, url])
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return nodes
}

function secretIn(path: string): string {
  const secret = readSecretFile(path).trim()
  if (secretText.test(secret)) return secret
  throw new ConfigurationError([
    `${path} holds no secret: it must be 32 to 4096 visible characters on one line`,
  ])
}

/** The problems of a role with the settings of a fleet. */
export function roleProblems(
  { role, nodes: items, fleetSecretFile }: FleetValues,
  { nodes }: FleetParts,
  names: readonly string[],
): string[] {
  const isGateway = role === 'gateway'
  const isServed = isGateway && nodes.size > 0
  return contradictions(
    isGateway && items.length === 0 && 'role is gateway without nodes: name them with --nodes NETWORK=URL',
    isGateway &&
      fleetSecretFile === undefined &&
      'role is gateway without a secret that its nodes know: name its file with --fleet-secret-file',
    !isGateway &&
      role !== 'reader' &&
      items.length > 0 &&
      'nodes are given, but the role is neither gateway nor reader: add --role gateway',
    // Every network of a gateway has nodes, and no node is left out.
    ...names.map((name) => isServed && !nodes.has(name) && `network names ${name}, but nodes has none of it`),
    ...[...nodes.keys()].map(
      (name) => isServed && !names.includes(name) && `nodes names ${name}, but network does not`,
    ),
  )
}

/** A follower serves gateways and programs of its machine. A reader may serve others too, openly or with keys of the shared state. */
export function restrictionProblems(
  { role, host, data, peers, access, allowAnonymous }: ServiceValues & FleetValues,
  { nodes, fleetSecret }: FleetParts,
  isShared: boolean,
): string[] {
  if (role !== 'follower' && role !== 'reader') return []
  const isReader = role === 'reader'
  const isOpen = isReader && (allowAnonymous || isShared)
  const wantsClients = access === 'keys' || allowAnonymous
  const isReachable = !isLoopback(host) && !isOpen && fleetSecret === undefined
  return contradictions(
    wantsClients &&
      !isOpen &&
      `role is ${role}, which has no clients with keys of its own: put a gateway before it`,
    isReachable &&
      `role is ${role} and other machines can reach ${host}: name the secret of its gateways with --fleet-secret-file`,
    isReader &&
      data === undefined &&
      'role is reader without a folder: name that of the node that writes with --data DIR',
    isReader && peers && 'role is reader, which has no peers: leave --peers to the node that writes',
    ...[...nodes].map(
      ([name, urls]) =>
        isReader && urls.length > 1 && `nodes: ${name} has one node that writes the folder, not several`,
    ),
  )
}
