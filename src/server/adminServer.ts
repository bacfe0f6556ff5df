import { createServer, type Server } from 'node:http'
import { isAllowedHost, isLoopback } from './entrance/hosts.ts'
import { expositionType } from './metrics/exposition.ts'

/** Serves the operator's metrics on an address of its own. */
export function adminServer(host: string, metrics: () => string): Server {
  const hosts = isLoopback(host) ? 'loopback' : '*'
  return createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics'
    if (!isKnown || !isAllowedHost(request.headers.host, hosts)) return response.writeHead(404).end()
    try {
      return response.setHeader('content-type', expositionType).end(metrics())
    } catch {
      // A network that is closing cannot report its state.
      return response.writeHead(503).end()
    }
  })
}
