import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { maximumHeadBytes, maximumHeadLines } from './entrance/requestHead.ts'
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

export function listen(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('not listening on a port'))
      else resolve(address)
    })
  })
}

/** Time in which a connection that was accepted last gets its request. */
const lateMs = 250

/**
 * Closes the port so that no request is lost: connections that wait in the system's queue are taken first, because closing the
 * port would reset them, and their requests are still answered.
 */
export async function closePort(server: Server): Promise<void> {
  // The event loop takes connections between timers and immediates.
  await setImmediate()
  NetServer.prototype.close.call(server)
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
