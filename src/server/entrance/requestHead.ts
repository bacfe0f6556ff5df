import type { IncomingMessage } from 'node:http'

/** The part of a request that decides whether and where it is let in. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>
