import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServerLimits } from './settings/serverLimits.ts'

/** The interval at which Node closes connections that are too slow. */
const maximumCheckIntervalMs = 1_000

/** An HTTP server with bounds on the time and the number of connections. */
export function boundedServer(limits: ServerLimits): Server {
  const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, idleTimeoutMs, connections } = limits
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(maximumCheckIntervalMs, headersTimeoutMs),
    noDelay: true,
    requireHostHeader: false,
  })
  server.maxConnections = connections
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

/** Accepts no more connections and waits until the last has ended; calls `cutOff` after the timeout. */
export function drained(server: Server, timeoutMs: number, cutOff: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      cutOff()
      server.closeAllConnections()
    }, timeoutMs)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
