import { createServer, type Server } from 'node:http'
import { isAllowedHost, isLoopback } from './entrance/hosts.ts'
import { expositionType } from './metrics/exposition.ts'

/** What only operators should see, on an address of its own. `metrics` makes the text for Prometheus. */
export function adminServer(host: string, metrics: () => string): Server {
  const hosts = isLoopback(host) ? 'loopback' : '*'
  return createServer((request, response) => {
    const isKnown = request.method === 'GET' && request.url === '/metrics'
    if (!isKnown || !isAllowedHost(request.headers.host, hosts)) return response.writeHead(404).end()
    try {
      return response.setHeader('content-type', expositionType).end(metrics())
    } catch {
      // A network that cannot tell its state, as while it closes.
      return response.writeHead(503).end()
    }
  })
}
