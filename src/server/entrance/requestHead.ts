import type { IncomingMessage } from 'node:http'

/**
 * The part of a request that decides whether and where it is let in. `headersDistinct` is undefined for a head without
 * repeated headers.
 */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'> &
  Partial<Pick<IncomingMessage, 'headersDistinct'>>

/** The scheme is matched in any case (RFC 9110, section 11.1); other schemes carry no API key. */
const bearer = /^bearer +(\S+)$/i

/**
 * The API key of a request: from its path, `Authorization: Bearer KEY` or `x-api-key: KEY`. Empty without a key,
 * and when two of them differ: a request with contradictory keys has no valid one.
 */
export function keyTextOf(head: RequestHead, pathKey: string): string {
  const given = new Set([
    ...(pathKey === '' ? [] : [pathKey]),
    ...valuesOf(head, 'authorization').flatMap((value) => bearer.exec(value)?.[1] ?? []),
    ...valuesOf(head, 'x-api-key'),
  ])
  const [key = ''] = given
  return given.size > 1 ? '' : key
}

function valuesOf({ headers, headersDistinct }: RequestHead, name: string): readonly string[] {
  const value = headers[name]
  return headersDistinct?.[name] ?? (typeof value === 'string' ? [value] : (value ?? []))
}
