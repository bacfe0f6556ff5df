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
  bodyBytes: limit('bodyBytes', bytes, 'longest request body and longest WebSocket message'),
  bufferedBodyBytes: limit('bufferedBodyBytes', bytes, 'request bodies that are being received, in total'),
  refusedBodyBytes: limit(
    'refusedBodyBytes',
    bytes,
    'longest body that is read for its id when its request is refused',
  ),
  nestingDepth: limit('nestingDepth', wholeNumbers(4, 1_000), 'depth of arrays and objects in a request'),
  batchItems: limit('batchItems', count, 'requests in a batch'),
  answerBytes: limit('answerBytes', bytes, 'longest answer, also to a whole batch'),
  keptBackBytes: limit(
    'keptBackBytes',
    bytes,
    'beginning of a streamed answer that is kept back, so that a failure in it is answered with an error',
  ),
  unreadAnswerBytes: limit(
    'unreadAnswerBytes',
    bytes,
    'answers that clients have not read yet, in total; above it the client that holds most is cut off',
  ),
  unreadAnswerBytesPerClient: limit(
    'unreadAnswerBytesPerClient',
    bytes,
    'the same for one key, or for one address where no key is needed',
  ),
  readBytesPerSecond: limit(
    'readBytesPerSecond',
    wholeNumbers(1, gibibyte, 'BYTES'),
    'least speed at which a client reads an answer; 30 seconds are added to the time of each',
  ),
  answerTimeoutMs: limit('answerTimeoutMs', milliseconds, 'time for an answer'),
  longAnswerTimeoutMs: limit(
    'longAnswerTimeoutMs',
    milliseconds,
    'time for an answer of long methods, such as traces, and for a whole batch',
  ),
  headersTimeoutMs: limit('headersTimeoutMs', milliseconds, 'time for the headers of a request'),
  requestTimeoutMs: limit('requestTimeoutMs', milliseconds, 'time to receive a whole request'),
  keepAliveTimeoutMs: limit('keepAliveTimeoutMs', milliseconds, 'time between requests of one connection'),
  idleTimeoutMs: limit('idleTimeoutMs', milliseconds, 'inactivity after which a connection is closed'),
  connections: limit(
    'connections',
    count,
    'connections at the same time; above it the oldest of the address that has most is closed',
  ),
  connectionsPerAddress: limit(
    'connectionsPerAddress',
    count,
    'connections of one address, a /64 network for IPv6, at the same time; a loopback address has no such limit',
  ),
  webSockets: limit(
    'webSockets',
    count,
    'WebSockets at the same time; above it the oldest of the client that has most is closed',
  ),
  webSocketsPerClient: limit(
    'webSocketsPerClient',
    count,
    'WebSockets of one key, or of one address where no key is needed',
  ),
  subscriptions: limit(
    'subscriptions',
    count,
    'subscriptions at the same time; every 64 addresses and topics count as one more',
  ),
  subscriptionsPerSocket: limit('subscriptionsPerSocket', count, 'the same for one WebSocket'),
  subscriptionsPerClient: limit(
    'subscriptionsPerClient',
    count,
    'the same for one key, or for one address where no key is needed',
  ),
  callsPerSocket: limit('callsPerSocket', count, 'unanswered calls of one WebSocket'),
  queuedBytesPerSocket: limit(
    'queuedBytesPerSocket',
    bytes,
    'unsent bytes of one WebSocket; above it the server closes the WebSocket',
  ),
  heartbeatMs: limit('heartbeatMs', milliseconds, 'time between pings of a WebSocket'),
  drainDelayMs: limit(
    'drainDelayMs',
    wholeNumbers(0, dayMs, 'MS'),
    'at shutdown, time in which requests are still answered while /ready says no, so that load balancers notice',
  ),
  drainTimeoutMs: limit('drainTimeoutMs', milliseconds, 'time for running calls to finish at shutdown'),
} satisfies Record<keyof ServerLimits, unknown>)
