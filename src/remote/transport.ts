import type { Buffer } from '../platform/buffer.ts'
import { type AskingClient, type Headers, headHeader, workHeader } from './fleetHeaders.ts'
import type { NodeFailure } from './nodeFailure.ts'

/** Requests that share connections: `light` ones have fast, short answers; of the `calls` a few are slow. */
export type Lane = 'light' | 'calls'

export interface Question {
  readonly body: string
  /** A client of the own fleet, whose name and trace the node gets. */
  readonly client?: AskingClient
  readonly headers?: Headers
  /** Instead of a POST to the path of the URL. */
  readonly target?: { readonly method: 'GET'; readonly path: string }
  /** The beginning of every right answer; by default that of a single answer. */
  readonly beginning?: string | undefined
  /** Maximum bytes of an answer that is received whole; by default an answer beyond 256 KiB comes in pieces. */
  readonly maximum?: number | undefined
  /** The shared connection that it may use; by default it has its own. */
  readonly lane?: Lane | undefined
  /** Without a timeout, the asker calls `timeOut` itself. */
  readonly timeoutMs?: number | undefined
  /** Abandons the question. */
  readonly signal?: AbortSignal | undefined
}

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

/** A question with the callbacks for its reply. `fail` or `end` is the last call. */
export interface Exchange extends ReplyListener {
  readonly question: Question
  readonly headers: Headers
  /** Set by the transport. */
  connection: Connection | undefined
  fail(failure: NodeFailure): void
}

/** The connection of an exchange, or its place among those that wait for one. */
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
  /** Whether others run the server, and not the own fleet. */
  readonly isOfOthers?: boolean
}

/** Carries exchanges to one node, over connections that stay open. */
export interface Transport {
  /** Calls no callback of the exchange before it returns. */
  begin(exchange: Exchange): void
  /** Fails the exchanges that are under way. */
  close(): void
}
