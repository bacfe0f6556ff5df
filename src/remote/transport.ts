import { type Headers, headHeader, workHeader } from './fleetHeaders.ts'
import type { NodeFailure } from './nodeFailure.ts'

/** Requests that share connections: `light` ones have fast, short answers; of the `calls` a few are slow. */
export type Lane = 'light' | 'calls'

/** Headers of replies that are read. */
export const usedHeaders: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'content-encoding', 'connection', 'retry-after'],
  ...[headHeader, workHeader],
])

/** The used headers by name. */
export type ReplyHeaders = ReadonlyMap<string, string>

/** Whether the node ends the connection with this reply. */
export const isLastReply = (headers: ReplyHeaders): boolean =>
  headers.get('connection')?.toLowerCase() === 'close'

export interface ReplyListener {
  head(status: number, headers: ReplyHeaders): void
  data(bytes: Buffer): void
  /** `trailers` are headers after the body; undefined without any. */
  end(trailers?: ReplyHeaders): void
}

/** A request with the callbacks for its reply. `fail` or `end` is the last call. */
export interface Exchange extends ReplyListener {
  /** The method and path of the request; undefined for a POST to the path of the URL. */
  readonly target: { readonly method: 'GET'; readonly path: string } | undefined
  readonly headers: Headers
  readonly body: string
  /** Undefined for a request that needs a connection of its own. */
  readonly lane: Lane | undefined
  /** Names the client, so that its slow calls do not hold up those of others. */
  readonly clientName: string | undefined
  /** The connection that the request was sent over. */
  connection: Connection | undefined
  fail(failure: NodeFailure): void
}

/** The connection of an exchange. */
export interface Connection {
  /** Reads no further until `resume`; the exchange may have ended before. */
  pause(exchange: Exchange): void
  resume(): void
  /** Calls no further callback of the exchange; does nothing if it has ended. */
  abandon(exchange: Exchange): void
}

export interface TransportParts {
  readonly url: URL
  /** Sent with every request. */
  readonly headers?: Headers
  /** Maximum bytes of a reply. */
  readonly maximumBytes: number
  readonly maximumConnections: number
}

/** Carries exchanges to one node, over connections that stay open. */
export interface Transport {
  /** Calls no callback of the exchange before it returns. */
  begin(exchange: Exchange): void
  /** Calls no further callback of the exchange. */
  abandon(exchange: Exchange): void
  /** Fails the exchanges that are under way. */
  close(): void
}
