import { defaultLimits, type ServerLimits } from '../../../server/settings/serverLimits.ts'
import { type SettingValues, section } from '../../../settings/setting.ts'
import { wholeNumbers } from '../../../settings/valueTypes.ts'

const kibibyte = 1024
const gibibyte = 1024 ** 3
const dayMs = 24 * 60 * 60 * 1000

const bytes = wholeNumbers(kibibyte, 4 * gibibyte, 'BYTES')
const milliseconds = wholeNumbers(1, dayMs, 'MS')
const count = wholeNumbers(1, 1_000_000, 'COUNT')

/** Bounds that depend on the machine, the clients or the load balancer. The others are constants of the server. */
export const limitSettings = section('limits', {
  connections: {
    type: count,
    default: defaultLimits.connections,
    isReloadable: true,
    summary:
      'limit the connections at the same time; above it the oldest of the address that has most is closed',
    when: 'more clients connect at once, and the process may open as many files',
  },
  connectionsPerAddress: {
    type: count,
    default: defaultLimits.connectionsPerAddress,
    isReloadable: true,
    summary:
      'limit the connections of one address, a /64 network for IPv6, at the same time; a loopback address has no such limit',
    when: 'a proxy on another machine holds the connections of all clients',
  },
  bodyBytes: {
    type: bytes,
    default: defaultLimits.bodyBytes,
    isReloadable: true,
    summary: 'limit a request body and a WebSocket message',
    when: 'clients get the status 413',
  },
  batchItems: {
    type: count,
    default: defaultLimits.batchItems,
    isReloadable: true,
    summary: 'limit the requests in a batch',
    when: 'an indexer sends longer batches',
  },
  answerBytes: {
    type: bytes,
    default: defaultLimits.answerBytes,
    summary: 'limit an answer, also to a whole batch',
    when: 'traces of large blocks are longer, or the network is slow',
  },
  answerTimeoutMs: {
    type: milliseconds,
    default: defaultLimits.answerTimeoutMs,
    summary:
      'limit the time for an answer and for the execution of a simulated call; an upstream has nine tenths of it',
    when: 'calls time out although the machine is not busy',
  },
  longAnswerTimeoutMs: {
    type: milliseconds,
    default: defaultLimits.longAnswerTimeoutMs,
    summary: 'limit the time for an answer of long methods, such as traces, and for a whole batch',
    when: 'traces of full blocks time out',
  },
  drainDelayMs: {
    type: wholeNumbers(0, dayMs, 'MS'),
    default: defaultLimits.drainDelayMs,
    isReloadable: true,
    summary: 'at shutdown, answer requests for this long while /ready says no, so that load balancers notice',
    when: 'a load balancer asks /ready: a few of its intervals',
  },
} satisfies Partial<Record<keyof ServerLimits, unknown>>)

export type ServiceLimits = SettingValues<typeof limitSettings>
