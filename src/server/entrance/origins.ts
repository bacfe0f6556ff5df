import type { HostedNetwork } from '../networks/hostedNetwork.ts'
import { isLoopback } from './hosts.ts'

type Origins = HostedNetwork['origins']

/** In a list of origins: every page that this machine itself serves. */
export const loopbackOrigins = 'loopback'

/** A browser sends the origin of the page; a client that sends none is not a web page. */
export function isAllowedOrigin(origin: string | undefined, allowed: Origins): boolean {
  if (origin === undefined || allowed === '*') return true
  // The word itself is not an origin.
  if (origin === loopbackOrigins) return false
  return allowed.includes(origin) || (allowed.includes(loopbackOrigins) && !isForeignOrigin(origin))
}

/** Whether a page is from another machine than the server's own, as far as its origin tells. */
export function isForeignOrigin(origin: string): boolean {
  const host = /^https?:\/\/(\[[0-9a-f:]+\]|[^\s/:[\]]+)(:\d+)?$/i.exec(origin)?.[1]
  return host === undefined || !isLoopback(host.replace(/^\[|\]$/g, ''))
}

/** Whether a page is from the server that it asks, as its origin and the `Host` header say. */
export const isOriginOf = (origin: string | undefined, host: string | undefined): boolean =>
  host !== undefined && host !== '' && (origin === `http://${host}` || origin === `https://${host}`)

const none: readonly string[] = []
const anyOrigin = ['access-control-allow-origin', '*'] as const

/** The headers, names and values in turn, that let a page read the answer; empty for pages that may not. */
export function corsHeaders(origin: string | undefined, allowed: Origins): readonly string[] {
  if (origin === undefined || !isAllowedOrigin(origin, allowed)) return none
  return allowed === '*' ? anyOrigin : ['access-control-allow-origin', origin, 'vary', 'origin']
}

/** Headers of answers that browsers hide from pages unless the answer names them. */
const exposed = 'ratelimit, ratelimit-policy, retry-after, x-cambium-cost, x-cambium-verified, x-request-id'
const exposedOfData =
  'x-cambium-genesis, x-sqd-finalized-head-hash, x-sqd-finalized-head-number, x-sqd-head-number'

/** The header that lets a page read the headers of an answer, or of one of a dataset. */
export const exposedHeaders = (isOfData: boolean): readonly string[] => [
  'access-control-expose-headers',
  isOfData ? `${exposed}, ${exposedOfData}` : exposed,
]

/** The answer to a CORS preflight, which browsers keep for 600 seconds. */
const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  'POST',
  'access-control-allow-headers',
  'content-type, authorization, x-api-key',
  'access-control-max-age',
  '600',
]

/**
 * The headers of a preflight for a page that may ask. A page of the internet that asks a server of this machine names the
 * private network in addition (Private Network Access), and its browser wants the same answer.
 */
export const preflightAnswer = (namesPrivateNetwork: boolean): readonly string[] =>
  namesPrivateNetwork
    ? [...preflightHeaders, 'access-control-allow-private-network', 'true']
    : preflightHeaders
