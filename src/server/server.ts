import type { AddressInfo } from 'node:net'
import { adminServer } from './adminServer.ts'
import { type AllowedHosts, isLoopback } from './entrance/hosts.ts'
import { DirectFront } from './http/directFront.ts'
import { HttpFront } from './http/httpFront.ts'
import { wantsWebSocket, withoutUpgrade } from './http/otherProtocols.ts'
import { refuseSocket } from './http/refuseSocket.ts'
import { KeyAuthority, openAuthority } from './keys/authority.ts'
import type { KeyStore } from './keys/keyStore.ts'
import { type Allowance, unlimited } from './limits/allowance.ts'
import { GuestAllowance } from './limits/guestAllowance.ts'
import { KeyAllowance } from './limits/keyAllowance.ts'
import type { QuotaStore } from './limits/quotaStore.ts'
import { boundedServer, drained, listen } from './listening.ts'
import { type Logger, withoutKeys } from './log/log.ts'
import { RequestIds } from './log/requestIds.ts'
import { ServiceMetrics } from './metrics/serviceMetrics.ts'
import type { Endpoint } from './networks/endpoint.ts'
import { Routes } from './networks/routes.ts'
import { methodNotAllowed } from './refusals/refusals.ts'
import { Admission } from './requests/admission.ts'
import { Outgoing } from './requests/outgoing.ts'
import type { ServerParts } from './requests/parts.ts'
import { defaultLimits, type ServerLimits } from './settings/serverLimits.ts'
import { WebSocketFront } from './websocket/webSocketFront.ts'

/** Who may ask. */
export type Access =
  /** Anybody who can reach the server. Off the loopback it must be meant: `isPublic`. */
  | { readonly mode: 'open'; readonly isPublic?: boolean }
  | { readonly mode: 'keys'; readonly keys: KeyStore; readonly quotas: QuotaStore }

export interface ServerOptions {
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** The first is also at `/`. */
  readonly endpoints: readonly Endpoint[]
  readonly access: Access
  /** Names under which the server may be asked when it is not bound to the loopback; all by default. */
  readonly hosts?: AllowedHosts
  readonly limits?: Partial<ServerLimits>
  /** Where Prometheus asks; nowhere by default. */
  readonly admin?: { readonly host: string; readonly port: number }
  readonly logger: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since any moment, never set back: rates are measured by it. The process's own by default. */
  readonly elapsedMs?: () => number
  readonly random: (length: number) => Uint8Array
}

export interface Server {
  readonly address: AddressInfo
  readonly adminAddress: AddressInfo | undefined
  /** Refuses new work, lets running calls finish, and cuts off what takes too long. */
  close(): Promise<void>
}

/** The server cannot be started like this. */
class ServerOptionsError extends Error {
  override readonly name = 'ServerOptionsError'
}

/** Serves networks over HTTP and WebSocket on one port. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const parts = composeParts(options)
  const { limits, metrics, routes, logger } = parts
  const http = new HttpFront(parts)
  const webSockets = new WebSocketFront(parts)
  const main = boundedServer(limits)
  const direct = new DirectFront(main, {
    limits,
    now: options.now,
    accept: (head, body, sink) => http.acceptWhole(head, body, sink),
  })
  main.on('request', (request, response) => http.accept(request, response))
  main.on('checkContinue', (request, response) => http.acceptAsking(request, response))
  main.on('upgrade', (request, socket, rest) => {
    if (wantsWebSocket(request)) return webSockets.accept(request, socket, rest)
    withoutUpgrade(request, socket, rest)
    main.emit('connection', socket)
  })
  main.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy())
    refuseSocket(socket, methodNotAllowed())
  })
  const admin = adminServer(options.admin?.host ?? '', () => metrics.expose(routes.endpoints))
  const close = async (): Promise<void> => {
    http.drain()
    webSockets.drain()
    direct.drain()
    await drained(main, limits.drainTimeoutMs, () => {
      webSockets.terminate()
      direct.terminate()
    })
    await drained(admin, 0, () => {})
  }
  try {
    const adminAddress = options.admin && (await listen(admin, options.admin))
    const address = await listen(main, options)
    logger.log('info', 'listening', { host: address.address, port: address.port })
    return { address, adminAddress, close }
  } catch (error) {
    await close()
    throw error
  }
}

function composeParts(options: ServerOptions): ServerParts {
  const { access, host, hosts = '*', now, random } = options
  const logger = withoutKeys(options.logger)
  const isLocal = isLoopback(host)
  if (access.mode === 'open' && !isLocal && access.isPublic !== true) {
    throw new ServerOptionsError(`${host} can be reached from outside: ask for keys, or open it to everybody`)
  }
  const limits = { ...defaultLimits, ...options.limits }
  const metrics = new ServiceMetrics()
  const outgoing = new Outgoing(limits.unreadAnswerBytes)
  return {
    routes: new Routes(options.endpoints),
    hosts: isLocal ? 'loopback' : hosts,
    authority: access.mode === 'keys' ? new KeyAuthority({ keys: access.keys, now }) : openAuthority,
    admission: new Admission({ allowance: allowanceOf(options), outgoing, limits }),
    outgoing,
    limits,
    metrics,
    logger,
    requestIds: new RequestIds(random),
    random,
  }
}

function allowanceOf({ access, host, now, elapsedMs = () => performance.now() }: ServerOptions): Allowance {
  if (access.mode === 'keys') return new KeyAllowance({ quotas: access.quotas, now, elapsedMs })
  return isLoopback(host) ? unlimited : new GuestAllowance(elapsedMs)
}
