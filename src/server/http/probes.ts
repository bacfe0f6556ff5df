import type { Routes } from '../networks/routes.ts'
import type { Reply } from './reply.ts'

/** Answers `/health` (the process runs) and `/ready` (it accepts requests) for monitors and load balancers. */
export function probe(
  target: string | undefined,
  reply: Reply,
  routes: Routes,
  isDraining: boolean,
): boolean {
  if (target === '/health') {
    reply.send(200, '{"status":"ok"}')
    return true
  }
  if (target !== '/ready') return false
  const networks = Object.fromEntries(routes.endpoints.map((endpoint) => [endpoint.name, endpoint.status()]))
  const status = isDraining ? 'draining' : 'ready'
  reply.send(isDraining ? 503 : 200, JSON.stringify({ status, networks }))
  return true
}
