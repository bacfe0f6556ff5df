import { randomBytes } from 'node:crypto'
import { OtherSocketError } from '../../server/boundedServer.ts'
import { type AdminAddress, openServer, type Server, type ServerParts } from '../../server/server.ts'
import type { ReaderPool } from '../../service/readers/readerPool.ts'
import { CommandFailure } from '../commandLine/commandFailure.ts'
import type { ServiceConfiguration } from '../configuration/serviceConfiguration.ts'
import type { Endings } from './endings.ts'
import { type ListeningPlace, listeningProblem } from './listeningProblem.ts'
import type { NetworkService } from './networkService.ts'

/** A server with its networks; the first is at `/`. */
export interface ServedNetworks {
  readonly server: Server
  readonly services: readonly NetworkService[]
}

interface Group {
  readonly services: readonly NetworkService[]
  readonly port: number
  readonly adminPort: number | undefined
  /** Prefix of the flags for its ports. */
  readonly flags: string
  readonly socket?: number | undefined
}

/** Networks share a server, except those with their own port. */
function groupsOf(
  services: readonly NetworkService[],
  { port, adminPort: sharedAdminPort, socket }: ServiceConfiguration,
): Group[] {
  const shared = services.filter(({ configuration }) => configuration.port === undefined)
  const alone = services.flatMap((service): Group[] => {
    const { name, port: ownPort, adminPort } = service.configuration
    const flags = `--networks.${name}.`
    return ownPort === undefined ? [] : [{ services: [service], port: ownPort, adminPort, flags }]
  })
  if (shared.length === 0) return alone
  return [{ services: shared, port, adminPort: sharedAdminPort, flags: '--', socket }, ...alone]
}

/** What all servers have in common. */
interface SharedParts
  extends Pick<ServerParts, 'access' | 'logger' | 'accessLog' | 'accessLines' | 'spans' | 'web' | 'shared'> {
  readonly admin: Omit<AdminAddress, 'port'>
  /** Null when all calls run in one thread. */
  readonly readers: ReaderPool | null
}

export async function openServers(
  services: readonly NetworkService[],
  configuration: ServiceConfiguration,
  parts: SharedParts,
  endings: Endings,
): Promise<ServedNetworks[]> {
  const served: ServedNetworks[] = []
  endings.add(async () => {
    await Promise.all(served.map(({ server }) => server.close()))
  })
  for (const group of groupsOf(services, configuration)) {
    served.push({ services: group.services, server: await serve(group, configuration, parts) })
  }
  return served
}

async function serve(
  group: Group,
  configuration: ServiceConfiguration,
  { admin, readers, ...shared }: SharedParts,
): Promise<Server> {
  const { host, allowedHosts: hosts, trustedProxies: proxies, fleetSecret, limits } = configuration
  const { services, port, adminPort, socket } = group
  try {
    return await openServer({
      host,
      port,
      socket,
      networks: services.map(({ endpoint }) => endpoint),
      handlers: services.flatMap(({ handlers }) => handlers),
      fleetSecret,
      hosts,
      limits,
      proxies,
      ...(adminPort !== undefined && { admin: { ...admin, port: adminPort } }),
      ...shared,
      ...(readers !== null && { readers: () => readers.status }),
      now: Date.now,
      random: randomBytes,
    })
  } catch (error) {
    if (error instanceof OtherSocketError) throw new CommandFailure(error.message)
    const problem = listeningProblem(error, failedPlace(error, group, configuration))
    throw problem === undefined ? error : new CommandFailure(problem)
  }
}

/** The address that failed, by the port that the error names: that of the service or that of the metrics. */
function failedPlace(
  error: unknown,
  { port, adminPort, flags }: Group,
  { host, adminHost }: ServiceConfiguration,
): ListeningPlace {
  const failed = error instanceof Error && 'port' in error ? error.port : undefined
  if (adminPort !== undefined && failed === adminPort && failed !== port) {
    return { host: adminHost, port: adminPort, hostFlag: '--admin-host', portFlag: `${flags}admin-port` }
  }
  return { host, port, hostFlag: '--host', portFlag: `${flags}port` }
}
