import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { isLoopback } from './entrance/hosts.ts'
import { maximumHeadBytes, maximumHeadLines } from './entrance/requestHead.ts'
import { closePortOnly } from './http/nodeInternals.ts'
import type { ServerLimits } from './settings/serverLimits.ts'

/** The interval at which Node closes connections that are too slow. */
const maximumCheckIntervalMs = 1_000

/** An HTTP server with bounds on the time and the heads of requests. */
export function boundedServer(limits: ServerLimits): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, idleTimeoutMs } = limits
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(maximumCheckIntervalMs, headersTimeoutMs),
    noDelay: true,
    requireHostHeader: false,
    maxHeaderSize: maximumHeadBytes,
  })
  // A head with more lines is refused before Node's server parses it.
  server.maxHeadersCount = maximumHeadLines
  server.setTimeout(idleTimeoutMs)
  return server
}

export interface ListenAddress {
  readonly host: string
  readonly port: number
  /** The file descriptor of a listening socket that another process keeps open; undefined to make one. */
  readonly socket?: number | undefined
}

/** The inherited socket's address differs from the settings, which decide access. */
export class OtherSocketError extends Error {
  override readonly name = 'OtherSocketError'
}

/**
 * Connections that wait to be accepted, or as many as the system allows. The system drops the first packet of a further one,
 * and its client tries again after a second; accepting so many, each in a turn of the event loop, takes 140 ms.
 */
const backlog = 1_024

export function listen(server: Server, parts: ListenAddress): Promise<AddressInfo> {
  const { host, port, socket } = parts
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(socket === undefined ? { host, port, backlog } : { fd: socket }, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('not listening on a port'))
      const problem = socket === undefined ? undefined : socketProblem(address, parts)
      if (problem === undefined) return resolve(address)
      // No connection has been accepted yet: that happens after this callback.
      closePortOnly(server)
      reject(problem)
    })
  })
}

function socketProblem({ address, port }: AddressInfo, wanted: ListenAddress): OtherSocketError | undefined {
  const isSameHost = address === wanted.host || (isLoopback(address) && isLoopback(wanted.host))
  if (isSameHost && port === wanted.port) return undefined
  return new OtherSocketError(
    `the socket that systemd hands over is at ${address} port ${port}, and the settings say ${wanted.host} port ` +
      `${wanted.port}: let ListenStream agree with --host and --port`,
  )
}

/** Time in which a connection that was accepted last gets its request, also from a proxy on a loaded machine. */
const lateMs = 1_000
/** Time in which the connections that wait in the system's queue are taken; a flood of new ones does not hold up the end. */
const takingMs = 1_000

/**
 * Closes the port so that no request is lost: connections that wait in the system's queue are taken first, because closing the
 * port would reset them, and their requests are still answered. Node takes one in a turn of its event loop, so the port is
 * closed directly after a turn that found none.
 */
export async function closePort(server: Server): Promise<void> {
  let emptyTurns = 0
  const take = (): void => {
    emptyTurns = 0
  }
  server.on('connection', take)
  const endMs = performance.now() + takingMs
  // Connections are taken between timers and immediates; the first turn may have begun after that.
  while (emptyTurns < 2 && performance.now() < endMs) {
    emptyTurns++
    await setImmediate()
  }
  closePortOnly(server)
  server.off('connection', take)
  await setTimeout(lateMs)
}

/** Accepts no more connections and waits until the last has ended; calls `cutOff` after the timeout. */
export function drained(server: Server, timeoutMs: number, cutOff: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = globalThis.setTimeout(() => {
      cutOff()
      server.closeAllConnections()
    }, timeoutMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
