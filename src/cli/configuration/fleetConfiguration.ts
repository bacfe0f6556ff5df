import { isLoopback } from '../../server/entrance/hosts.ts'
import type { ValuesOf } from '../../settings/setting.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { fleetSettings, partsOfNode } from './settings/fleetSettings.ts'
import { readSecretFile } from './sources/readTextFile.ts'

export type Role = ValuesOf<typeof fleetSettings>['role']

/** The part of a process in a fleet. */
export interface FleetConfiguration {
  readonly role: Role
  /** URLs of the nodes behind a gateway, by network. */
  readonly nodes: ReadonlyMap<string, readonly string[]>
  /** The secret by which nodes recognise gateways; undefined without gateways. */
  readonly fleetSecret: string | undefined
  /** Maximum memory of a gateway for final answers, per network. */
  readonly answerCacheBytes: number
}

const mebibyte = 1 << 20
const secretText = /^[\x21-\x7e]{32,4096}$/

/** The configuration, and the problems of settings that contradict each other. */
export function fleetConfiguration(
  configuration: Configuration,
): FleetConfiguration & { readonly problems: readonly string[] } {
  const values = configuration.values(fleetSettings)
  const { role, nodes: items, fleetSecretFile, answerCache } = values
  const { nodes, problems: nodeProblems } = nodesOf(items)
  const { secret, problems: secretProblems } = secretOf(fleetSecretFile)
  const problems = [
    ...nodeProblems,
    ...secretProblems,
    ...roleProblems(role, items.length > 0, fleetSecretFile !== undefined),
  ]
  return {
    role,
    nodes,
    fleetSecret: secret,
    answerCacheBytes: answerCache * mebibyte,
    problems,
  }
}

/** Every network of a gateway has nodes, and no node is left out. */
export function unservedProblems({ role, nodes }: FleetConfiguration, names: readonly string[]): string[] {
  if (role !== 'gateway' || nodes.size === 0) return []
  return [
    ...names
      .filter((name) => !nodes.has(name))
      .map((name) => `network names ${name}, but nodes has none of it`),
    ...[...nodes.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `nodes names ${name}, but network does not`),
  ]
}

function nodesOf(items: readonly string[]) {
  const nodes = new Map<string, string[]>()
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
  return { nodes, problems }
}

function secretOf(path: string | undefined) {
  if (path === undefined) return { secret: undefined, problems: [] }
  try {
    const secret = readSecretFile(path).trim()
    const problem = `${path} holds no secret: it must be 32 to 4096 visible characters on one line`
    return secretText.test(secret) ? { secret, problems: [] } : { secret: undefined, problems: [problem] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { secret: undefined, problems: error.problems }
  }
}

function roleProblems(role: Role, hasNodes: boolean, hasSecret: boolean): string[] {
  if (role === 'gateway') {
    return [
      ...(hasNodes ? [] : ['role is gateway without nodes: name them with --nodes NETWORK=URL']),
      ...(hasSecret
        ? []
        : ['role is gateway without a secret that its nodes know: name its file with --fleet-secret-file']),
    ]
  }
  return hasNodes && role !== 'reader'
    ? ['nodes are given, but the role is neither gateway nor reader: add --role gateway']
    : []
}

/** The settings of the process that the roles without clients of their own restrict. */
interface RestrictedValues {
  readonly host: string
  readonly data: string | undefined
  readonly peers: boolean
  readonly access: 'open' | 'keys' | undefined
  readonly allowAnonymous: boolean
}

/** A follower serves gateways and programs of its machine. A reader may serve others too, openly or with keys of the shared state. */
export function restrictionProblems(
  { role, nodes, fleetSecret }: FleetConfiguration,
  { host, data, peers, access, allowAnonymous }: RestrictedValues,
  isShared: boolean,
): string[] {
  if (role !== 'follower' && role !== 'reader') return []
  const isOpen = role === 'reader' && (allowAnonymous || isShared)
  const several = [...nodes].flatMap(([name, urls]) => (urls.length > 1 ? [name] : []))
  return [
    ...(!isOpen && (access === 'keys' || allowAnonymous)
      ? [`role is ${role}, which has no clients with keys of its own: put a gateway before it`]
      : []),
    ...(isLoopback(host) || isOpen || fleetSecret !== undefined
      ? []
      : [
          `role is ${role} and other machines can reach ${host}: name the secret of its gateways with --fleet-secret-file`,
        ]),
    ...(role === 'reader' && data === undefined
      ? ['role is reader without a folder: name that of the node that writes with --data DIR']
      : []),
    ...(role === 'reader' && peers
      ? ['role is reader, which has no peers: leave --peers to the node that writes']
      : []),
    ...(role === 'reader'
      ? several.map((name) => `nodes: ${name} has one node that writes the folder, not several`)
      : []),
  ]
}
