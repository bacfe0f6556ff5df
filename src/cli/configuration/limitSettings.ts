import { defaultLimits, type ServerLimits } from '../../server/settings/serverLimits.ts'
import { section } from './setting.ts'
import { wholeNumbers } from './valueTypes.ts'

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

/** What clients can make the server hold, do or wait for. */
export const limitSettings = section('limits', {
  bodyBytes: limit('bodyBytes', bytes, 'longest body of a request, and longest WebSocket message'),
  bufferedBodyBytes: limit('bufferedBodyBytes', bytes, 'bodies that are being received, all together'),
  refusedBodyBytes: limit(
    'refusedBodyBytes',
    bytes,
    'how much of a body is read for its id when the key is wrong',
  ),
  nestingDepth: limit('nestingDepth', wholeNumbers(4, 1_000), 'depth of arrays and objects in a request'),
  batchItems: limit('batchItems', count, 'requests in a batch'),
  answerBytes: limit('answerBytes', bytes, 'longest answer, a whole batch included'),
  unreadAnswerBytes: limit(
    'unreadAnswerBytes',
    bytes,
    'answers that clients have not read yet, all together; calls are refused while there are more',
  ),
  answerTimeoutMs: limit('answerTimeoutMs', milliseconds, 'time for answers that are not there at once'),
  longAnswerTimeoutMs: limit(
    'longAnswerTimeoutMs',
    milliseconds,
    'the same for methods that work long, as traces do, and for all calls of a batch',
  ),
  headersTimeoutMs: limit('headersTimeoutMs', milliseconds, 'time for the headers of a request'),
  requestTimeoutMs: limit('requestTimeoutMs', milliseconds, 'time for a whole request to come in'),
  keepAliveTimeoutMs: limit('keepAliveTimeoutMs', milliseconds, 'pause between requests of one connection'),
  idleTimeoutMs: limit('idleTimeoutMs', milliseconds, 'silence after which a connection is closed'),
  connections: limit('connections', count, 'connections at the same time'),
  webSockets: limit('webSockets', count, 'WebSockets at the same time'),
  subscriptionsPerSocket: limit('subscriptionsPerSocket', count, 'subscriptions of one WebSocket'),
  callsPerSocket: limit('callsPerSocket', count, 'calls of one WebSocket that wait for their answers'),
  queuedBytesPerSocket: limit(
    'queuedBytesPerSocket',
    bytes,
    'what may wait to be sent over one WebSocket before its client counts as too slow',
  ),
  heartbeatMs: limit('heartbeatMs', milliseconds, 'time between signs of life of a WebSocket'),
  drainTimeoutMs: limit('drainTimeoutMs', milliseconds, 'time that running calls get to finish at the end'),
} satisfies Record<keyof ServerLimits, unknown>)
