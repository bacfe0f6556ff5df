import type { RequestHead } from './http/answerSink.ts'
import { isAllowedHost } from './http/hosts.ts'
import { isAllowedOrigin } from './http/origins.ts'
import type { KeyGrants } from './keys/apiKey.ts'
import type { ServerParts } from './parts.ts'
import { hostNotAllowed, type Refusal, unknownPath } from './refusals.ts'
import type { Route } from './routes.ts'

/* The checks that a request and the opening of a WebSocket have in common. */

type EntranceParts = Pick<ServerParts, 'routes' | 'hosts'>

export const isRefusal = (found: Route | Refusal): found is Refusal => 'status' in found

/** Where a request leads, or why it is not let in. Neither the key nor the origin is looked at yet. */
export function enter(
  { headers, url = '/' }: RequestHead,
  { routes, hosts }: EntranceParts,
): Route | Refusal {
  if (!isAllowedHost(headers.host, hosts)) return hostNotAllowed()
  return routes.find(url) ?? unknownPath()
}

/** A key may be for some web pages only; whoever sends no origin is not a page. */
export const isKeyForOrigin = (key: KeyGrants | undefined, origin: string | undefined): boolean =>
  isAllowedOrigin(origin, key?.origins ?? '*')
