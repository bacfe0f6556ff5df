import { defaultLimits, type ServerLimits } from '../../../server/settings/serverLimits.ts'
import { section } from '../../../settings/setting.ts'
import { wholeNumbers } from '../../../settings/valueTypes.ts'

const kibibyte = 1024
const gibibyte = 1024 ** 3
const dayMs = 24 * 60 * 60 * 1000

const bytes = wholeNumbers(kibibyte, 4 * gibibyte, 'BYTES')
const milliseconds = wholeNumbers(1, dayMs, 'MS')
const count = wholeNumbers(1, 1_000_000, 'COUNT')

const limit = <Type>(name: keyof ServerLimits, type: Type, summary: string) => ({
  type,
  default: defaultLimits[name],
  summary,
})

/** Bounds on the memory, the work and the time that clients can take. */
export const limitSettings = section('limits', {
  bodyBytes: limit('bodyBytes', bytes, 'limit a request body and a WebSocket message'),
  bufferedBodyBytes: limit(
    'bufferedBodyBytes',
    bytes,
    'limit the request bodies that are being received, in total',
  ),
  refusedBodyBytes: limit(
    'refusedBodyBytes',
    bytes,
    'read at most this much of a refused request for its id',
  ),
  nestingDepth: limit(
    'nestingDepth',
    wholeNumbers(4, 1_000),
    'limit the depth of arrays and objects in a request',
  ),
  batchItems: limit('batchItems', count, 'limit the requests in a batch'),
  answerBytes: limit('answerBytes', bytes, 'limit an answer, also to a whole batch'),
  keptBackBytes: limit(
    'keptBackBytes',
    bytes,
    'hold back the first bytes of a streamed answer, so that a failure in them is answered with an error',
  ),
  unreadAnswerBytes: limit(
    'unreadAnswerBytes',
    bytes,
    'limit the answers that clients have not read yet, in total; above it the client that holds most is cut off',
  ),
  unreadAnswerBytesPerClient: limit(
    'unreadAnswerBytesPerClient',
    bytes,
    'limit the same for one key, or for one address where no key is needed',
  ),
  readBytesPerSecond: limit(
    'readBytesPerSecond',
    wholeNumbers(1, gibibyte, 'BYTES'),
    'cut off a client that reads an answer more slowly; 30 seconds are added to the time of each',
  ),
  answerTimeoutMs: limit('answerTimeoutMs', milliseconds, 'limit the time for an answer'),
  longAnswerTimeoutMs: limit(
    'longAnswerTimeoutMs',
    milliseconds,
    'limit the time for an answer of long methods, such as traces, and for a whole batch',
  ),
  headersTimeoutMs: limit('headersTimeoutMs', milliseconds, 'limit the time for the headers of a request'),
  requestTimeoutMs: limit('requestTimeoutMs', milliseconds, 'limit the time to receive a whole request'),
  keepAliveTimeoutMs: limit(
    'keepAliveTimeoutMs',
    milliseconds,
    'limit the time between requests of one connection',
  ),
  idleTimeoutMs: limit('idleTimeoutMs', milliseconds, 'close a connection after this inactivity'),
  connections: limit(
    'connections',
    count,
    'limit the connections at the same time; above it the oldest of the address that has most is closed',
  ),
  connectionsPerAddress: limit(
    'connectionsPerAddress',
    count,
    'limit the connections of one address, a /64 network for IPv6, at the same time; a loopback address has no such limit',
  ),
  webSockets: limit(
    'webSockets',
    count,
    'limit the WebSockets at the same time; above it the oldest of the client that has most is closed',
  ),
  webSocketsPerClient: limit(
    'webSocketsPerClient',
    count,
    'limit the WebSockets of one key, or of one address where no key is needed',
  ),
  subscriptions: limit(
    'subscriptions',
    count,
    'limit the subscriptions at the same time; every 64 addresses and topics count as one more',
  ),
  subscriptionsPerSocket: limit('subscriptionsPerSocket', count, 'limit the same for one WebSocket'),
  subscriptionsPerClient: limit(
    'subscriptionsPerClient',
    count,
    'limit the same for one key, or for one address where no key is needed',
  ),
  callsPerSocket: limit('callsPerSocket', count, 'limit the unanswered calls of one WebSocket'),
  queuedBytesPerSocket: limit('queuedBytesPerSocket', bytes, 'close a WebSocket with more unsent bytes'),
  heartbeatMs: limit('heartbeatMs', milliseconds, 'wait this long between pings of a WebSocket'),
  drainDelayMs: limit(
    'drainDelayMs',
    wholeNumbers(0, dayMs, 'MS'),
    'at shutdown, answer requests for this long while /ready says no, so that load balancers notice',
  ),
  drainTimeoutMs: limit(
    'drainTimeoutMs',
    milliseconds,
    'at shutdown, give running calls this long to finish',
  ),
} satisfies Record<keyof ServerLimits, unknown>)
