import type { Endpoint } from '../networks/endpoint.ts'

type Origins = Endpoint['origins']

/** A browser sends the origin of the page; a client that sends none is not a web page. */
export const isAllowedOrigin = (origin: string | undefined, allowed: Origins): boolean =>
  origin === undefined || allowed === '*' || allowed.includes(origin)

const none: readonly string[] = []
const anyOrigin = ['access-control-allow-origin', '*'] as const

/** The headers, names and values in turn, that let a page read the answer; empty for pages that may not. */
export function corsHeaders(origin: string | undefined, allowed: Origins): readonly string[] {
  if (origin === undefined || !isAllowedOrigin(origin, allowed)) return none
  return allowed === '*' ? anyOrigin : ['access-control-allow-origin', origin, 'vary', 'origin']
}

/** The answer to a CORS preflight, which browsers keep for 600 seconds. */
export const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  'POST',
  'access-control-allow-headers',
  'content-type, authorization, x-api-key',
  'access-control-max-age',
  '600',
]
