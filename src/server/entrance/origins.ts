import type { Endpoint } from '../networks/endpoint.ts'

type Origins = Endpoint['origins']

/** Browsers name the page's origin; whoever sends none is not a page. */
export const isAllowedOrigin = (origin: string | undefined, allowed: Origins): boolean =>
  origin === undefined || allowed === '*' || allowed.includes(origin)

const none: readonly string[] = []
const anyOrigin = ['access-control-allow-origin', '*'] as const

/** Names and values in turn that let a page read the answer; none for pages that may not. */
export function corsHeaders(origin: string | undefined, allowed: Origins): readonly string[] {
  if (origin === undefined || !isAllowedOrigin(origin, allowed)) return none
  return allowed === '*' ? anyOrigin : ['access-control-allow-origin', origin, 'vary', 'origin']
}

/** What a page may do after it has asked with OPTIONS, and for how many seconds it need not ask again. */
export const preflightHeaders: readonly string[] = [
  'access-control-allow-methods',
  'POST',
  'access-control-allow-headers',
  'content-type',
  'access-control-max-age',
  '600',
]
