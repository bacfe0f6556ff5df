import type { KeyGrants } from '../keys/apiKey.ts'
import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import type { Route, Routes } from '../networks/routes.ts'
import { hostNotAllowed, type Refusal, repeatedHost, unknownPath } from '../refusals/refusals.ts'
import { type AllowedHosts, isAllowedHost } from './hosts.ts'
import { isAllowedOrigin, isOriginOf } from './origins.ts'
import { isRepeated, keyTextOf, type RequestHead } from './requestHead.ts'

/* The checks that HTTP requests and openings of WebSockets share. */

export interface EntranceParts {
  readonly routes: Routes
  /** Names in `Host` headers under which the server may be asked. */
  readonly hosts: AllowedHosts | 'loopback'
  /** Whether pages from this server itself may send requests, whatever the origins of a network are. */
  readonly allowsOwnPages: boolean
}

export const isRefusal = (found: Route | Refusal): found is Refusal => 'status' in found

/** Where a request leads and with which key, or why it is refused. The key and the origin are checked later. */
export function enter(
  head: RequestHead,
  { routes, hosts }: Pick<EntranceParts, 'routes' | 'hosts'>,
): Route | Refusal {
  const { headers, url = '/' } = head
  // A proxy in front may have checked the other one (RFC 9112, section 3.2).
  if (isRepeated(head, 'host')) return repeatedHost()
  if (!isAllowedHost(headers.host, hosts)) return hostNotAllowed(headers.host, hosts === 'loopback')
  const route = routes.find(url)
  if (route === undefined) return unknownPath(routes.misspelt(url))
  const key = keyTextOf(head, route.key)
  return key === route.key ? route : { ...route, key }
}

/** Whether the page that sends a request, if it is one, may use a network. */
export const isAllowedPage = (
  { headers: { origin, host } }: RequestHead,
  { origins }: Pick<HostedNetwork, 'origins'>,
  { allowsOwnPages }: Pick<EntranceParts, 'allowsOwnPages'>,
): boolean => isAllowedOrigin(origin, origins) || (allowsOwnPages && isOriginOf(origin, host))

/** A key may be limited to some web pages; a client that sends no origin is not a web page. */
export const isKeyForOrigin = (key: KeyGrants | undefined, origin: string | undefined): boolean =>
  isAllowedOrigin(origin, key?.origins ?? '*')
