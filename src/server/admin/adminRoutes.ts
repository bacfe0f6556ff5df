import { AdminError, type AdminRequest, type AdminRoute } from './adminRoute.ts'
import { callNetwork } from './routes/callNetwork.ts'
import { keyRoutes } from './routes/keyRoutes.ts'
import { reloadRoute } from './routes/reloadRoute.ts'
import { statusRoutes } from './routes/statusRoutes.ts'
import { usageRoutes } from './routes/usageRoutes.ts'

/** All requests of the admin API, in the order of their documentation. */
export const adminRoutes: readonly AdminRoute[] = [
  ...statusRoutes,
  ...keyRoutes,
  ...usageRoutes,
  callNetwork,
  reloadRoute,
]

/** The route of a request with the named parts of its path. */
export function findRoute(
  method: string,
  pathname: string,
): { readonly route: AdminRoute; readonly path: AdminRequest['path'] } {
  const parts = pathname.split('/').map(decoded)
  const here = adminRoutes.flatMap((route) => {
    const path = matched(route.path.split('/'), parts)
    return path === undefined ? [] : [{ route, path }]
  })
  const found = here.find(({ route }) => route.method === method)
  if (found !== undefined) return found
  if (here.length === 0) throw new AdminError(404, `there is no ${pathname.slice(0, 100)}`)
  throw new AdminError(405, `use ${here.map(({ route }) => route.method).join(' or ')}`)
}

function matched(pattern: readonly string[], parts: readonly string[]): AdminRequest['path'] | undefined {
  if (pattern.length !== parts.length) return undefined
  const path: [name: string, part: string][] = []
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index]!
    if (expected.startsWith(':')) path.push([expected.slice(1), part])
    else if (expected !== part) return undefined
  }
  return Object.fromEntries(path)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new AdminError(400, 'the path has a wrong escape')
  }
}
