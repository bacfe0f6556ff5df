import type { Endpoint } from '../endpoint.ts'
import { allowedMethods } from '../refusals.ts'

type Origins = Endpoint['origins']

/** Browsers name the page's origin; whoever sends none is not a page. */
export const isAllowedOrigin = (origin: string | undefined, allowed: Origins): boolean =>
  origin === undefined || allowed === '*' || allowed.includes(origin)

const none: readonly string[] = []
const anyOrigin = ['access-control-allow-origin', '*'] as const

/** Names and values in turn, for an origin that is allowed. */
export function corsHeaders(origin: string | undefined, allowed: Origins): readonly string[] {
  if (origin === undefined) return none
  return allowed === '*' ? anyOrigin : ['access-control-allow-origin', origin, 'vary', 'origin']
}

/** What a page may do after it has asked with OPTIONS. */
export const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  allowedMethods,
  'access-control-allow-headers',
  'accept, content-type',
  'access-control-max-age',
  '600',
]
