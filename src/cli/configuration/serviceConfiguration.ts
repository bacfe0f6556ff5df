import { type AllowedHosts, isLoopback } from '../../server/entrance/hosts.ts'
import type { LogLevel } from '../../server/log/log.ts'
import type { ServerLimits } from '../../server/settings/serverLimits.ts'
import type { Configuration } from './configuration.ts'
import { ConfigurationError } from './configurationError.ts'
import { limitSettings } from './limitSettings.ts'
import { type NetworkConfiguration, networkConfiguration } from './networkConfiguration.ts'
import { serviceSettings } from './serviceSettings.ts'
import type { ValuesOf } from './setting.ts'

/** A configuration as the node command needs it: settings that belong together fit each other. */
export interface ServiceConfiguration {
  readonly host: string
  readonly port: number
  readonly dataFolder: string | undefined
  readonly access: 'open' | 'keys'
  readonly hosts: AllowedHosts
  readonly admin: { readonly host: string; readonly port: number | undefined }
  readonly limits: ServerLimits
  readonly log: { readonly level: LogLevel; readonly format: 'text' | 'json' }
  /** The first is at `/`, unless it has a port of its own. */
  readonly networks: readonly NetworkConfiguration[]
}

type ServiceValues = ValuesOf<typeof serviceSettings>

/** Throws `ConfigurationError` for settings that contradict each other. */
export function serviceConfiguration(configuration: Configuration): ServiceConfiguration {
  const values = configuration.values(serviceSettings)
  const networks = [...new Set(values.network)].map((name) =>
    networkConfiguration(configuration, name, values.peers),
  )
  const access = accessOf(values)
  const problems = [
    ...accessProblems(values, access),
    ...hostProblems(values),
    ...networkProblems(networks),
    ...portProblems(values, networks),
  ]
  if (problems.length > 0) throw new ConfigurationError(problems)
  return {
    host: values.host,
    port: values.port,
    dataFolder: values.data,
    access,
    hosts: values.allowedHosts ?? '*',
    admin: { host: values.adminHost, port: values.adminPort },
    limits: configuration.values(limitSettings),
    log: { level: values.logLevel, format: values.logFormat },
    networks,
  }
}

/** Nobody is let in from outside without a key, unless the operator says so in so many words. */
function accessOf({ access, host, openToEverybody }: ServiceValues): 'open' | 'keys' {
  return access ?? (isLoopback(host) || openToEverybody ? 'open' : 'keys')
}

function accessProblems(values: ServiceValues, access: 'open' | 'keys'): string[] {
  const { host, openToEverybody, data } = values
  if (access === 'open' && !isLoopback(host) && !openToEverybody) {
    return [
      `access is open, but ${host} can be reached from outside: say --open-to-everybody if that is meant`,
    ]
  }
  if (access === 'open') return []
  if (openToEverybody) return ['access is keys, but open-to-everybody is set: choose one of them']
  if (data !== undefined) return []
  if (values.access === 'keys')
    return ['access is keys, which are kept in a folder: say which with --data DIR']
  const choice = '--data DIR holds them, or --open-to-everybody asks for none'
  return [`${host} can be reached from outside, so API keys are needed: ${choice}`]
}

function hostProblems({ host, allowedHosts }: ServiceValues): string[] {
  if (allowedHosts === undefined || !isLoopback(host)) return []
  return [`allowed-hosts is set, but on the loopback address ${host} only loopback names are ever accepted`]
}

function networkProblems(networks: readonly NetworkConfiguration[]): string[] {
  if (networks.length === 0) return ['network is empty: at least one is served']
  return networks
    .filter(({ port, adminPort }) => adminPort !== undefined && port === undefined)
    .map(({ name }) => `networks.${name}.admin-port is set, but networks.${name}.port is not`)
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
    return first < index ? [`${name} is ${port}, which ${users[first]!.name} has already`] : []
  })
}
