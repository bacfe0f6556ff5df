import type { IncomingMessage } from 'node:http'

/**
 * The part of a request that decides whether and where it is let in. `headersDistinct` is undefined for a head without
 * repeated headers.
 */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'> &
  Partial<Pick<IncomingMessage, 'headersDistinct'>>
