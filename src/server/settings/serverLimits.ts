import { type AnswerLimits, defaultAnswerLimits } from '../../rpc/envelope/answerContext.ts'

const mebibyte = 1024 * 1024

/*
 * Bounds on what clients can make the server hold, do or wait for. Operators set some of them (`limitSettings.ts` of the
 * configuration); the others are the same everywhere, and tests pass smaller ones to `openServer`. A client is a key, or an
 * address where no key is needed.
 */
const ownLimits = {
  /** A batch of 20 transactions of the maximum length, 128 KiB, which is twice as much in hex. */
  bodyBytes: 5 * mebibyte,
  /** Sum of all bodies that are being received: 51 of the maximum size; one client may send 12 of them at once. */
  bufferedBodyBytes: 256 * mebibyte,
  /** A refused request is read for its id only if it is short: reading costs, and its client has not paid. */
  refusedBodyBytes: 4 * 1024,
  /** Depth of arrays and objects in a request. Parameters need fewer than 10 levels. */
  nestingDepth: 64,
  /** All answers that clients have not read yet; above it the oldest of the client that holds most are cut off. */
  unreadAnswerBytes: 512 * mebibyte,
  /** A quarter, so that a slow client leaves room for others. It exceeds this by one answer at most. */
  unreadAnswerBytesPerClient: 128 * mebibyte,
  /** The longest answer may take 40 minutes; a client that reads more slowly is disconnected. */
  readBytesPerSecond: 64 * 1024,
  /** For the head of a request, which takes a few packets; a lost packet is sent again within seconds. */
  headersTimeoutMs: 10_000,
  /** From the first byte of a request to its last: 5 MiB at 170 KiB a second. */
  requestTimeoutMs: 30_000,
  /** Between requests of one connection: above the 60 s of usual load balancers, which then close first. */
  keepAliveTimeoutMs: 65_000,
  /** Without a byte in either direction: twice the time for the longest answers. */
  idleTimeoutMs: 120_000,
  /** Each takes memory of the process and of the system, and an open file. */
  connections: 20_000,
  /** Of one address; those from the server's own machine are not counted. */
  connectionsPerAddress: 1_000,
  /** Half of the connections, so that WebSockets, which stay, leave room for requests. */
  webSockets: 10_000,
  webSocketsPerClient: 500,
  /** Places of all clients: one for a subscription, and one more for every 64 of its addresses and topics. */
  subscriptions: 100_000,
  subscriptionsPerSocket: 100,
  /** 20 full sockets. */
  subscriptionsPerClient: 2_000,
  /** Unanswered calls of one socket; further messages stay unread until then, in the client's memory. */
  callsPerSocket: 16,
  /** Characters of notifications that wait for one socket. A client that falls further behind is disconnected. */
  queuedBytesPerSocket: 4 * mebibyte,
  /** Between pings of a socket: below the 60 s after which proxies close a silent one. */
  heartbeatMs: 30_000,
  /** After `close`, time in which requests are still answered while `/ready` is 503, so that load balancers notice. */
  drainDelayMs: 0,
  /** For running calls after that: twice the limit of a call. Longer traces are cut off, before a supervisor kills. */
  drainTimeoutMs: 10_000,
}

export type ServerLimits = AnswerLimits & Readonly<Record<keyof typeof ownLimits, number>>

/** Limits that a running server can change: every part reads them when it needs them. */
export type LiveLimits = Pick<
  ServerLimits,
  'connections' | 'connectionsPerAddress' | 'bodyBytes' | 'batchItems' | 'drainDelayMs'
>

export const defaultLimits: ServerLimits = { ...defaultAnswerLimits, ...ownLimits }
