import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { packageVersion } from '../platform/packageContent.ts'
import { type AdminServerParts, adminServer } from './admin/adminServer.ts'
import { boundedServer, closePort, drained, listen } from './boundedServer.ts'
import type { EntranceParts } from './entrance/entrance.ts'
import { fleetEntrance } from './entrance/fleetEntrance.ts'
import { type AllowedHosts, isLoopback } from './entrance/hosts.ts'
import { refuseSocket, wantsWebSocket, withoutUpgrade } from './http/bareSockets.ts'
import { DirectFront } from './http/directFront.ts'
import { HttpFront } from './http/httpFront.ts'
import { type Authority, closedAuthority, KeyAuthority, openAuthority } from './keys/authority.ts'
import type { KeyStore } from './keys/keyStore.ts'
import { Allowance } from './limits/allowance.ts'
import type { TrustedProxies } from './limits/clientAddress.ts'
import type { QuotaStore } from './limits/quotaStore.ts'
import type { RateStore } from './limits/rateStore.ts'
import { cutOffSlowReaders, openHoldings } from './limits/serverHoldings.ts'
import { SocketTurns } from './limits/socketTurns.ts'
import type { AccessLog } from './log/accessLog.ts'
import { type Logger, reasonOf, withoutKeys } from './log/logger.ts'
import { ExposedMetrics, type ExposedSources } from './metrics/exposedMetrics.ts'
import type { HostedNetwork } from './networks/hostedNetwork.ts'
import { type PathHandler, Routes } from './networks/routes.ts'
import { methodNotAllowed } from './refusals/refusals.ts'
import { Admission } from './requests/admission.ts'
import { RequestIds } from './requests/clientSession.ts'
import type { FrontParts } from './requests/frontParts.ts'
import { LongBodies } from './requests/longBodies.ts'
import { PieceTurns } from './requests/pieceTurns.ts'
import { defaultLimits, type LiveLimits, type ServerLimits } from './settings/serverLimits.ts'
import type { WebFiles } from './settings/webFiles.ts'
import type { SampledSpans } from './spans/sampledSpans.ts'
import { WebSocketFront } from './websocket/webSocketFront.ts'

const monotonic = performance.now.bind(performance)

/** Which clients a server accepts. */
export type ServerAccess =
  /** Every client. On an address other than the loopback it needs `isPublic`. */
  | {
      readonly mode: 'open'
      readonly isPublic?: boolean
      /** The rates of addresses; those of this server if absent. */
      readonly rates?: RateStore
    }
  | {
      readonly mode: 'keys'
      readonly keys: KeyStore
      readonly quotas: QuotaStore
      /** The rates of keys; those of this server if absent. */
      readonly rates?: RateStore
    }
  /** Gateways and readers with the secret of the fleet. */
  | { readonly mode: 'fleet' }

/** Where and how the operator reaches a server. */
export interface AdminAddress
  extends Pick<AdminServerParts, 'host' | 'token' | 'history' | 'keys' | 'web' | 'reload'> {
  readonly port: number
}

export interface ServerParts extends Pick<ExposedSources, 'readers' | 'accessLines' | 'shared'> {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The file descriptor of a socket that listens there already; a restart refuses no connection then. */
  readonly socket?: number | undefined
  /** The first network is also at `/`. */
  readonly networks: readonly HostedNetwork[]
  /** What is served beside the networks, such as the Bitcoin of a development chain. */
  readonly handlers?: readonly PathHandler[]
  readonly access: ServerAccess
  /** By which the server recognises gateways; undefined without gateways. */
  readonly fleetSecret?: string | undefined
  /** Accepted names in `Host` headers when the server is not bound to the loopback; all by default. */
  readonly hosts?: AllowedHosts
  readonly limits?: Partial<ServerLimits>
  /** Reverse proxies whose `X-Forwarded` headers count; none by default. */
  readonly proxies?: TrustedProxies
  /** The pages for browsers; undefined to serve none. */
  readonly web?: WebFiles | undefined
  /** The address of the metrics and the admin API; undefined to serve none. */
  readonly admin?: AdminAddress
  readonly logger: Logger
  /** Undefined when requests are not logged. */
  readonly accessLog?: AccessLog | undefined
  /** Measures sampled requests; undefined when none are. */
  readonly spans?: SampledSpans | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A monotonic clock in milliseconds, by which rates are measured; that of the process by default. */
  readonly elapsedMs?: () => number
  readonly random: (length: number) => Uint8Array
}

/** What a running server can change. */
export interface LiveSettings {
  readonly limits: LiveLimits
  /** By the names of networks. */
  readonly origins: ReadonlyMap<string, HostedNetwork['origins']>
}

export interface Server {
  readonly address: AddressInfo
  readonly adminAddress: AddressInfo | undefined
  /** Also takes a changed level of the logger. */
  change(settings: LiveSettings): void
  /**
   * Stops being ready and answers for `drainDelayMs` more; then refuses new requests, lets running calls finish, and cuts off
   * those that take too long.
   */
  close(): Promise<void>
}

/** Thrown when a server without keys could be reached from outside without `isPublic`. */
class OpenAccessError extends Error {
  override readonly name = 'OpenAccessError'
}

/** Serves networks over HTTP and WebSocket on one port. */
export async function openServer(parts: ServerParts): Promise<Server> {
  const metrics = parts.admin && new ExposedMetrics(parts.now)
  const fronts = composeFronts(parts, metrics)
  const { limits, logger } = fronts
  const http = new HttpFront(fronts)
  const webSockets = new WebSocketFront(fronts)
  const main = boundedServer(limits)
  const direct = new DirectFront(main, {
    ...fronts,
    now: parts.now,
    accept: http.acceptWhole.bind(http),
    onTooMany: (address) => {
      metrics?.connectionDropped()
      logger.log('warn', 'too-many-connections', { address })
    },
  })
  main.on('request', (request, response) => http.accept(request, response, false))
  main.on('checkContinue', (request, response) => http.accept(request, response, true))
  main.on('upgrade', (request, socket, rest) => {
    if (wantsWebSocket(request)) return webSockets.accept(request, socket, rest)
    withoutUpgrade(request, socket, rest)
    main.emit('connection', socket)
  })
  main.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    refuseSocket(socket, methodNotAllowed())
  })
  const { networks, readers, accessLines, shared, now, random } = parts
  const admin =
    parts.admin &&
    metrics &&
    adminServer({
      ...parts.admin,
      ...{ networks, metrics, readers, accessLines, shared, now, random },
      version: packageVersion(),
      report: (error) => logger.log('error', 'admin-failed', { reason: reasonOf(error) }),
    })
  const endReadingCheck = cutOffSlowReaders(fronts.holdings, limits)
  const close = async (): Promise<void> => {
    http.announceEnd()
    if (limits.drainDelayMs > 0 && main.listening) {
      await setTimeout(limits.drainDelayMs)
      await closePort(main)
    }
    http.drain()
    webSockets.drain()
    direct.drain()
    await drained(main, limits.drainTimeoutMs, () => {
      webSockets.terminate()
      direct.terminate()
    })
    if (admin !== undefined) await drained(admin, 0, () => {})
    fronts.longBodies.close()
    endReadingCheck()
  }
  const change = (settings: LiveSettings): void => {
    Object.assign(limits, settings.limits)
    for (const network of parts.networks)
      network.origins = settings.origins.get(network.name) ?? network.origins
    fronts.admission.settingsChanged()
    http.settingsChanged()
    webSockets.settingsChanged()
  }
  try {
    const adminAddress = parts.admin && admin && (await listen(admin, parts.admin))
    const address = await listen(main, parts)
    logger.log('info', 'listening', { host: address.address, port: address.port })
    return { address, adminAddress, change, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the fronts of a server share; nothing is opened. */
function composeFronts(parts: ServerParts, metrics: ExposedMetrics | undefined): FrontParts {
  const { access, host, hosts = '*', web, now, random } = parts
  const logger = withoutKeys(parts.logger)
  const isLocal = isLoopback(host)
  if (access.mode === 'open' && !isLocal && access.isPublic !== true) {
    throw new OpenAccessError(
      `${host} can be reached from outside: require API keys, or make the server public`,
    )
  }
  const limits = { ...defaultLimits, ...parts.limits }
  const entrance: EntranceParts = {
    routes: new Routes(parts.networks, parts.handlers),
    hosts: isLocal ? 'loopback' : hosts,
    // Where every host name is accepted and no key is needed, a page of any site could name its own (DNS rebinding).
    allowsOwnPages: web !== undefined && (isLocal || hosts !== '*' || access.mode === 'keys'),
  }
  const authority = authorityOf(access, now)
  const holdings = openHoldings(limits)
  const pieceTurns = new PieceTurns()
  const turns = new SocketTurns()
  return {
    ...entrance,
    web,
    authority,
    admission: new Admission({
      ...entrance,
      authority,
      fleet: parts.fleetSecret === undefined ? undefined : fleetEntrance(parts.fleetSecret),
      proxies: parts.proxies ?? [],
      holdings,
      pieceTurns,
    }),
    holdings,
    ledger: { allowance: allowanceOf(parts), metrics, turns, history: parts.admin?.history },
    turns,
    pieceTurns,
    longBodies: new LongBodies(holdings.received, limits.nestingDepth),
    limits,
    metrics,
    logger,
    accessLog: parts.accessLog,
    spans: parts.spans,
    requestIds: new RequestIds(random),
    shared: parts.shared,
    random,
  }
}

function authorityOf(access: ServerAccess, now: () => number): Authority {
  if (access.mode === 'keys') return new KeyAuthority({ keys: access.keys, now })
  return access.mode === 'fleet' ? closedAuthority : openAuthority
}

function allowanceOf({ access, host, now, elapsedMs = monotonic }: ServerParts): Allowance | undefined {
  if (access.mode !== 'keys' && isLoopback(host)) return undefined
  return new Allowance({ ...(access.mode !== 'fleet' && access), now, elapsedMs })
}
