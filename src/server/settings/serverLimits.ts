import { type AnswerLimits, defaultAnswerLimits } from '../../rpc/envelope/answerContext.ts'

/** Bounds on what clients can make the server hold, do or wait for. */
export interface ServerLimits extends AnswerLimits {
  readonly bodyBytes: number
  /** Bytes of all bodies that are being received. */
  readonly bufferedBodyBytes: number
  /** The longest body that is read for its id when its request is refused. */
  readonly refusedBodyBytes: number
  readonly nestingDepth: number
  /** Bytes of all answers that clients have not read yet; beyond them the oldest of the client that holds most are cut off. */
  readonly unreadAnswerBytes: number
  /** The same for one key, or for one address where no key is needed; a client exceeds it by one answer at most. */
  readonly unreadAnswerBytesPerClient: number
  /** A client that reads a long answer more slowly is disconnected. */
  readonly readBytesPerSecond: number
  readonly headersTimeoutMs: number
  /** From the first byte of a request to its last. */
  readonly requestTimeoutMs: number
  /** Between requests of one connection. */
  readonly keepAliveTimeoutMs: number
  /** Without a byte in either direction. */
  readonly idleTimeoutMs: number
  readonly connections: number
  /** Connections of one address; those from the server's own machine are not counted. */
  readonly connectionsPerAddress: number
  readonly webSockets: number
  /** WebSockets of one key, or of one address where no key is needed. */
  readonly webSocketsPerClient: number
  /** Places of subscriptions of all clients: one each, and one more for every 64 addresses and topics. */
  readonly subscriptions: number
  /** The same for one socket. */
  readonly subscriptionsPerSocket: number
  /** The same for one key, or for one address where no key is needed. */
  readonly subscriptionsPerClient: number
  /** Calls of one socket that are not answered yet; further messages stay unread until then. */
  readonly callsPerSocket: number
  /**
   * Characters of notifications that wait to be sent over one socket; a client with more is disconnected as too slow.
   */
  readonly queuedBytesPerSocket: number
  /** Between pings of a socket; a client that does not answer one is disconnected. */
  readonly heartbeatMs: number
  /** After `close`, time in which requests are still answered while `/ready` is 503, so that load balancers notice. */
  readonly drainDelayMs: number
  /** How long running calls may take after that. */
  readonly drainTimeoutMs: number
}

const mebibyte = 1024 * 1024

export const defaultLimits: ServerLimits = {
  ...defaultAnswerLimits,
  bodyBytes: 5 * mebibyte,
  bufferedBodyBytes: 256 * mebibyte,
  refusedBodyBytes: 4 * 1024,
  nestingDepth: 64,
  unreadAnswerBytes: 512 * mebibyte,
  unreadAnswerBytesPerClient: 128 * mebibyte,
  readBytesPerSecond: 64 * 1024,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 65_000,
  idleTimeoutMs: 120_000,
  connections: 20_000,
  connectionsPerAddress: 1_000,
  webSockets: 10_000,
  webSocketsPerClient: 500,
  subscriptions: 100_000,
  subscriptionsPerSocket: 100,
  subscriptionsPerClient: 2_000,
  callsPerSocket: 16,
  queuedBytesPerSocket: 4 * mebibyte,
  heartbeatMs: 30_000,
  drainDelayMs: 0,
  drainTimeoutMs: 10_000,
}
