import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import { type AllowedHosts, isLoopback } from '../../server/entrance/hosts.ts'
import { parseProxy, type TrustedProxies } from '../../server/limits/clientAddress.ts'
import { contradictions } from '../../settings/contradictions.ts'
import type { SharingSettings } from '../../sharing/sharing.ts'
import type { Configuration } from './configuration.ts'
import { Checks, ConfigurationError } from './configurationError.ts'
import { type FleetParts, fleetParts, restrictionProblems, roleProblems } from './fleetConfiguration.ts'
import { localSchedule } from './localSchedule.ts'
import {
  defaultMemory,
  type MemoryBudget,
  type MemoryUsers,
  memoryBudget,
  minimumMemory,
  preparingThreads,
} from './memoryBudget.ts'
import { type CommonValues, type NetworkConfiguration, networkConfiguration } from './networkConfiguration.ts'
import { type FleetValues, fleetSettings } from './settings/fleetSettings.ts'
import { limitSettings, type ServiceLimits } from './settings/limitSettings.ts'
import { networkNames, type ServiceValues, serviceSettings, upstreamIn } from './settings/serviceSettings.ts'
import { sharedConfiguration } from './sharedConfiguration.ts'

/** Who may ask: every client that reaches the address, clients with keys, or gateways with the secret of the fleet. */
export type ServiceAccess = 'open' | 'keys' | 'fleet'

/** What follows from the settings of a process, under their names where it takes their place. */
interface DerivedService extends FleetParts {
  /** The file descriptor of a socket that listens at the address already; undefined when the process makes its own. */
  readonly socket?: number | undefined
  /** Undefined when the process shares no state with others. */
  readonly shared: SharingSettings | undefined
  readonly threads: number
  readonly memory: MemoryBudget
  readonly access: ServiceAccess
  readonly allowedHosts: AllowedHosts
  readonly trustedProxies: TrustedProxies
  /** Whether browsers get the explorer; `usual` when the package has it. */
  readonly explorer: 'off' | 'usual' | 'required'
  readonly limits: ServiceLimits
  /** The first is at `/`, unless it has its own port. */
  readonly networks: readonly NetworkConfiguration[]
}

/** The configuration of `cambium node`: its settings, which are consistent, and what follows from them. */
export interface ServiceConfiguration
  extends Omit<ServiceValues & FleetValues, keyof DerivedService>,
    DerivedService {}

/** Throws `ConfigurationError` for settings that contradict each other. */
export function serviceConfiguration(configuration: Configuration): ServiceConfiguration {
  const values = { ...configuration.values(serviceSettings), ...configuration.values(fleetSettings) }
  const checks = new Checks()
  const schedule = checks.attempt(() => localSchedule(values))
  const fleet = fleetParts(values, checks)
  const access = accessOf(values, fleet)
  const shared = sharedConfiguration(configuration)
  // Other machines without keys have no grants.
  const isOpenToOthers = access === 'open' && !isLoopback(values.host)
  const isNamed = configuration.originOf(serviceSettings.network).kind !== 'default'
  const names = [...new Set(isNamed ? values.network : usualNetworks(values, fleet))]
  const upstreams = checks.attempt(() => givenUpstreams(values.upstream ?? [], names)) ?? new Map()
  const limits = configuration.values(limitSettings)
  const common = { ...values, isNamed, schedule, isOpenToOthers, upstreams, limits }
  const networks = names.map((name) => networkConfiguration(configuration, name, common))
  const threads = values.threads ?? availableParallelism()
  const importing = networks.filter(({ peering }) => peering !== undefined).length
  const users: MemoryUsers = {
    networks: networks.length,
    importing,
    readers: threads,
    preparing: importing * preparingThreads(),
  }
  checks.end(
    ...accessProblems(values, access, shared !== undefined),
    ...restrictionProblems(values, fleet, shared !== undefined),
    ...roleProblems(values, fleet, names),
    ...networkProblems(common, networks),
    ...portProblems(values, networks),
    ...memoryProblems(values, users),
  )
  return {
    ...values,
    ...fleet,
    shared,
    threads,
    memory: memoryBudget(values.memory ?? defaultMemory(users), users),
    access,
    allowedHosts: values.allowedHosts ?? '*',
    trustedProxies: values.trustedProxies.flatMap((text) => parseProxy(text) ?? []),
    explorer: explorerOf(values, access),
    limits,
    networks,
  }
}

/** A gateway serves the networks that it has nodes of, a reader those that have a folder. */
function usualNetworks(
  { role, network, data }: ServiceValues & FleetValues,
  { nodes }: FleetParts,
): readonly NetworkName[] {
  if (role === 'gateway' && nodes.size > 0) return networkNames.filter((name) => nodes.has(name))
  if (role === 'reader' && data !== undefined)
    return networkNames.filter((name) => existsSync(join(data, name)))
  return network
}

/**
 * Clients of other machines need a key, unless the operator sets `allow-anonymous`. Followers and readers have no
 * clients with keys: with the secret of a fleet they answer gateways only, unless `access` says that they are open.
 */
function accessOf(
  { role, access, host, allowAnonymous }: ServiceValues & FleetValues,
  { fleetSecret }: FleetParts,
): ServiceAccess {
  const isInner = role === 'follower' || role === 'reader'
  const isOpen = access === 'open' || allowAnonymous
  if (isInner && fleetSecret !== undefined && !isOpen) return 'fleet'
  return access ?? (isLoopback(host) || allowAnonymous ? 'open' : 'keys')
}

function accessProblems(values: ServiceValues, access: ServiceAccess, isShared: boolean): string[] {
  const { host, allowAnonymous, data, allowedHosts, explorer } = values
  const isReachable = !isLoopback(host)
  const lacksFolder = access === 'keys' && !allowAnonymous && data === undefined && !isShared
  const choice = 'store them with --data DIR, or allow access without keys with --allow-anonymous'
  return contradictions(
    access === 'open' &&
      isReachable &&
      !allowAnonymous &&
      `access is open, but other machines can reach ${host}: add --allow-anonymous to allow that`,
    access === 'keys' && allowAnonymous && 'access is keys, but allow-anonymous is set: choose one of them',
    lacksFolder &&
      (values.access === 'keys'
        ? 'access is keys, which are stored in a folder: name it with --data DIR, or a shared one with --shared URL'
        : `other machines can reach ${host}, so API keys are required: ${choice}`),
    allowedHosts !== undefined &&
      !isReachable &&
      `allowed-hosts is set, but the loopback address ${host} accepts loopback names only`,
    // A page of any site could use the explorer's origin where no key is needed and every host name is accepted.
    explorer === true &&
      access !== 'keys' &&
      isReachable &&
      allowedHosts === undefined &&
      'explorer is on without API keys: name the host names of this server with --allowed-hosts',
  )
}

function explorerOf({ explorer, host }: ServiceValues, access: ServiceAccess): 'off' | 'usual' | 'required' {
  if (explorer !== undefined) return explorer ? 'required' : 'off'
  return access === 'open' && isLoopback(host) ? 'usual' : 'off'
}

/** The parts of the process would exceed a smaller budget, whatever their caches hold. */
function memoryProblems({ memory }: ServiceValues, users: MemoryUsers): string[] {
  const needed = minimumMemory(users)
  if (memory === undefined || memory >= needed) return []
  const { readers, importing } = users
  const fewer = importing > 1 ? 'follow fewer networks, or give fewer --threads' : 'give fewer --threads'
  return [
    `memory is ${memory}, but ${readers} threads for reads and ${importing} networks with peers need ${needed} MiB at least: raise --memory, or ${fewer}`,
  ]
}

function networkProblems(
  { network, schedule }: CommonValues,
  networks: readonly NetworkConfiguration[],
): string[] {
  return contradictions(
    networks.length === 0 && 'network is empty: name at least one',
    schedule !== undefined &&
      !network.includes('regtest') &&
      'upgrade heights are set, but the local chain is not served: add --network regtest',
    ...networks.map(
      ({ name, port, adminPort }) =>
        adminPort !== undefined &&
        port === undefined &&
        `networks.${name}.admin-port is set, but networks.${name}.port is not`,
    ),
  )
}

/** A URL alone is for the only network. The problems do not repeat URLs, which may hold keys. */
function givenUpstreams(texts: readonly string[], names: readonly NetworkName[]): Map<NetworkName, string> {
  const upstreams = new Map<NetworkName, string>()
  const problems: string[] = []
  for (const { name, url } of texts.map(upstreamIn)) {
    const network = name ?? (names.length === 1 ? names[0] : undefined)
    if (network === undefined)
      problems.push('upstream names no network, but several are served: give NAME=URL')
    else if (!names.includes(network)) problems.push(`upstream is given for ${network}, which is not served`)
    else if (upstreams.has(network)) problems.push(`upstream is given twice for ${network}`)
    else upstreams.set(network, url)
  }
  if (problems.length > 0) throw new ConfigurationError(problems)
  return upstreams
}

function portProblems(values: ServiceValues, networks: readonly NetworkConfiguration[]): string[] {
  const isShared = networks.some(({ port }) => port === undefined)
  const users = [
    ...(isShared ? [{ name: 'port', port: values.port }] : []),
    { name: 'admin-port', port: values.adminPort },
    ...networks.flatMap(({ name, port, adminPort }) => [
      { name: `networks.${name}.port`, port },
      { name: `networks.${name}.admin-port`, port: adminPort },
    ]),
  ].filter(({ port }) => port !== undefined && port !== 0)
  return users.flatMap(({ name, port }, index) => {
    const first = users.findIndex((other) => other.port === port)
    return first < index ? [`${name} is ${port}, as is ${users[first]!.name}`] : []
  })
}
