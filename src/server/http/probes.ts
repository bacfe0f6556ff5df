import type { Routes } from '../networks/routes.ts'
import type { Reply } from './reply.ts'

/** Answers those who watch over the process: whether it lives, and whether it should be given work. */
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
