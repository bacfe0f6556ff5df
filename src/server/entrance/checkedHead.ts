import { hopsHeader, workHeader } from '../../remote/fleetHeaders.ts'
import type { Route } from '../networks/routes.ts'
import { methodNotAllowed, notJson, originNotAllowed, type Refusal } from '../refusals/refusals.ts'
import { type EntranceParts, enter, isAllowedPage } from './entrance.ts'
import { corsHeaders, exposedHeaders } from './origins.ts'
import type { RequestHead } from './requestHead.ts'

/** The parts of a request's head that do not depend on its client. */
export interface CheckedHead {
  readonly route: Route
  readonly origin: string | undefined
  /** The headers, names and values in turn, that let a web page read the answer. */
  readonly cors: readonly string[]
  readonly isPreflight: boolean
  /** Why a request is refused that is neither a probe nor a preflight. */
  readonly refusal: Refusal | undefined
  /** The nodes that have forwarded the request. */
  readonly hops: string | undefined
  /** Whether the client wants to know the work of its calls, as reader processes do. */
  readonly asksForWork: boolean
  readonly method: string | undefined
}

/** Checks a head, or says why every request with it is refused. */
export function checkHead(head: RequestHead, parts: EntranceParts): CheckedHead | Refusal {
  const route = enter(head, parts)
  if ('status' in route) return route
  const { origin, [hopsHeader]: hops } = head.headers
  const cors = corsHeaders(origin, route.network.origins)
  const isPreflight = asksBefore(head)
  return {
    route,
    origin,
    cors: isPreflight || cors.length === 0 ? cors : [...cors, ...exposedHeaders(route.data !== undefined)],
    isPreflight,
    refusal: refusalOf(head, route, parts),
    hops: typeof hops === 'string' ? hops : undefined,
    asksForWork: head.headers[workHeader] !== undefined,
    method: head.method,
  }
}

function refusalOf(
  head: RequestHead,
  { network, handler, data }: Route,
  parts: EntranceParts,
): Refusal | undefined {
  const { method, headers } = head
  const isRead = data !== undefined && method === 'GET'
  if (method !== 'POST' && !isRead) return methodNotAllowed()
  // Programs for Bitcoin and indexers send other types. A web page could name any type, but sends an origin.
  const isOther = handler !== undefined || data !== undefined
  const needsJson = !isRead && (!isOther || headers.origin !== undefined)
  if (needsJson && !isJsonType(headers['content-type'])) return notJson()
  return isAllowedPage(head, network, parts) ? undefined : originNotAllowed(network.name)
}

const asksBefore = ({ method, headers }: RequestHead): boolean =>
  method === 'OPTIONS' &&
  headers.origin !== undefined &&
  headers['access-control-request-method'] !== undefined

/**
 * Whether the content type is JSON. The check keeps forms of web pages out: browsers send JSON to another site only
 * after a CORS preflight.
 */
function isJsonType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  if (contentType === undefined) return false
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  return type === 'application/json' || type === 'application/json-rpc'
}
