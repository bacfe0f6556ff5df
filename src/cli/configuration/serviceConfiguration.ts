import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { UpgradeSchedule } from '../../protocol/networks/upgradeSchedule.ts'
import type { NetworkName } from '../../protocol/networks/upgrades.ts'
import { type AllowedHosts, isLoopback } from '../../server/entrance/hosts.ts'
import { parseProxy, type TrustedProxies } from '../../server/limits/clientAddress.ts'
import type { LogLevel } from '../../server/log/logger.ts'
import type { ValuesOf } from '../../settings/setting.ts'
import type { SharingSettings } from '../../sharing/sharing.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import {
  type FleetConfiguration,
  fleetConfiguration,
  restrictionProblems,
  unservedProblems,
} from './fleetConfiguration.ts'
import { localSchedule } from './localSchedule.ts'
import {
  defaultMemory,
  type MemoryBudget,
  type MemoryUsers,
  memoryBudget,
  minimumMemory,
  preparingThreads,
} from './memoryBudget.ts'
import { type NetworkConfiguration, networkConfiguration } from './networkConfiguration.ts'
import { limitSettings, type ServiceLimits } from './settings/limitSettings.ts'
import { networkNames, serviceSettings, upstreamIn } from './settings/serviceSettings.ts'
import { sharedConfiguration } from './sharedConfiguration.ts'

/** The configuration of `cambium node`; its settings are consistent. */
export interface ServiceConfiguration extends FleetConfiguration {
  readonly host: string
  readonly port: number
  /** The file descriptor of a socket that listens there already; undefined when the process makes its own. */
  readonly socket?: number | undefined
  readonly dataFolder: string | undefined
  /** Undefined when the process shares no state with others. */
  readonly shared: SharingSettings | undefined
  /** Threads for heavy reads. */
  readonly threads: number
  readonly memory: MemoryBudget
  readonly access: ServiceAccess
  readonly hosts: AllowedHosts
  readonly proxies: TrustedProxies
  /** Whether browsers get the explorer; `usual` when the package has it. */
  readonly explorer: 'off' | 'usual' | 'required'
  readonly admin: {
    readonly host: string
    readonly port: number | undefined
    /** Undefined to make one for each run. */
    readonly token: string | undefined
  }
  readonly limits: ServiceLimits
  readonly log: { readonly level: LogLevel; readonly format: 'text' | 'json' }
  /** A file, `-` for standard output; undefined when requests are not logged. */
  readonly accessLog: string | undefined
  /** Undefined when no request is traced. */
  readonly traces: { readonly url: string; readonly oneIn: number } | undefined
  /** The first is at `/`, unless it has its own port. */
  readonly networks: readonly NetworkConfiguration[]
}

/** Who may ask: every client that reaches the address, clients with keys, or gateways with the secret of the fleet. */
export type ServiceAccess = 'open' | 'keys' | 'fleet'

type ServiceValues = ValuesOf<typeof serviceSettings>

/** Throws `ConfigurationError` for settings that contradict each other. */
export function serviceConfiguration(configuration: Configuration): ServiceConfiguration {
  const values = configuration.values(serviceSettings)
  const { schedule, problems: scheduleProblems } = givenSchedule(values)
  const { problems: fleetProblems, ...fleet } = fleetConfiguration(configuration)
  const access = accessOf(values, fleet)
  const shared = sharedConfiguration(configuration)
  // Other machines without keys have no grants.
  const isOpenToOthers = access === 'open' && !isLoopback(values.host)
  const isNamed = configuration.originOf(serviceSettings.network).kind !== 'default'
  const names = [...new Set(isNamed ? values.network : usualNetworks(fleet, values))]
  const { upstreams, problems: upstreamProblems } = givenUpstreams(values.upstream ?? [], names)
  const limits = configuration.values(limitSettings)
  const common = {
    wantsPeers: values.peers,
    sync: values.sync,
    history: values.history,
    indexesCalls: values.indexCalls,
    indexCallsShare: values.indexCallsShare,
    isNamed,
    maximumHeadAgeMs: values.maximumHeadAgeMs,
    schedule,
    isOpenToOthers,
    upstreams,
    limits,
  }
  const networks = names.map((name) => networkConfiguration(configuration, name, common))
  const threads = values.threads ?? availableParallelism()
  const importing = networks.filter(({ peering }) => peering !== undefined).length
  const users: MemoryUsers = {
    networks: networks.length,
    importing,
    readers: threads,
    preparing: importing * preparingThreads(),
  }
  const problems = [
    ...(access === 'fleet' ? [] : accessProblems(values, access, shared !== undefined)),
    ...restrictionProblems(fleet, values, shared !== undefined),
    ...hostProblems(values),
    ...explorerProblems(values, access),
    ...networkProblems(networks),
    ...portProblems(values, networks),
    ...scheduleProblems,
    ...memoryProblems(values, users),
    ...fleetProblems,
    ...unservedProblems(fleet, names),
    ...upstreamProblems,
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    ...fleet,
    host: values.host,
    port: values.port,
    dataFolder: values.data,
    shared,
    threads,
    memory: memoryBudget(values.memory ?? defaultMemory(users), users),
    access,
    hosts: values.allowedHosts ?? '*',
    proxies: values.trustedProxies.flatMap((text) => parseProxy(text) ?? []),
    explorer: explorerOf(values, access),
    admin: { host: values.adminHost, port: values.adminPort, token: values.adminToken },
    limits,
    log: { level: values.logLevel, format: values.logFormat },
    accessLog: values.accessLog,
    traces: values.tracesUrl === undefined ? undefined : { url: values.tracesUrl, oneIn: values.tracesOneIn },
    networks,
  }
}

/** A gateway serves the networks that it has nodes of, a reader those that have a folder. */
function usualNetworks(
  { role, nodes }: FleetConfiguration,
  { network, data }: ServiceValues,
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
  { access, host, allowAnonymous }: ServiceValues,
  { role, fleetSecret }: FleetConfiguration,
): ServiceAccess {
  const isInner = role === 'follower' || role === 'reader'
  const isOpen = access === 'open' || allowAnonymous
  if (isInner && fleetSecret !== undefined && !isOpen) return 'fleet'
  return access ?? (isLoopback(host) || allowAnonymous ? 'open' : 'keys')
}

function accessProblems(values: ServiceValues, access: ServiceAccess, isShared: boolean): string[] {
  const { host, allowAnonymous, data } = values
  if (access === 'open' && !isLoopback(host) && !allowAnonymous) {
    return [`access is open, but other machines can reach ${host}: add --allow-anonymous to allow that`]
  }
  if (access === 'open') return []
  if (allowAnonymous) return ['access is keys, but allow-anonymous is set: choose one of them']
  if (data !== undefined || isShared) return []
  if (values.access === 'keys')
    return [
      'access is keys, which are stored in a folder: name it with --data DIR, or a shared one with --shared URL',
    ]
  const choice = 'store them with --data DIR, or allow access without keys with --allow-anonymous'
  return [`other machines can reach ${host}, so API keys are required: ${choice}`]
}

function hostProblems({ host, allowedHosts }: ServiceValues): string[] {
  if (allowedHosts === undefined || !isLoopback(host)) return []
  return [`allowed-hosts is set, but the loopback address ${host} accepts loopback names only`]
}

function explorerOf({ explorer, host }: ServiceValues, access: ServiceAccess): 'off' | 'usual' | 'required' {
  if (explorer !== undefined) return explorer ? 'required' : 'off'
  return access === 'open' && isLoopback(host) ? 'usual' : 'off'
}

/** A page of any site could use the explorer's origin where no key is needed and every host name is accepted. */
function explorerProblems({ explorer, host, allowedHosts }: ServiceValues, access: ServiceAccess): string[] {
  if (explorer !== true || access === 'keys' || isLoopback(host) || allowedHosts !== undefined) return []
  return ['explorer is on without API keys: name the host names of this server with --allowed-hosts']
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

function networkProblems(networks: readonly NetworkConfiguration[]): string[] {
  if (networks.length === 0) return ['network is empty: name at least one']
  return networks
    .filter(({ port, adminPort }) => adminPort !== undefined && port === undefined)
    .map(({ name }) => `networks.${name}.admin-port is set, but networks.${name}.port is not`)
}

interface GivenUpstreams {
  readonly upstreams: ReadonlyMap<NetworkName, string>
  readonly problems: readonly string[]
}

/** A URL alone is for the only network. The problems do not repeat URLs, which may hold keys. */
function givenUpstreams(texts: readonly string[], names: readonly NetworkName[]): GivenUpstreams {
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
  return { upstreams, problems }
}

interface GivenSchedule {
  /** Of the local chain; undefined for its usual schedule. */
  readonly schedule: UpgradeSchedule | undefined
  readonly problems: readonly string[]
}

function givenSchedule(values: ServiceValues): GivenSchedule {
  try {
    const schedule = localSchedule(values)
    const isUnused = schedule !== undefined && !values.network.includes('regtest')
    const problem = 'upgrade heights are set, but the local chain is not served: add --network regtest'
    return { schedule, problems: isUnused ? [problem] : [] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { schedule: undefined, problems: error.problems }
  }
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
