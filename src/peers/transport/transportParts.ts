import { randomBytes } from 'node:crypto'
import { WorkBudget } from '../../primitives/work/workBudget.ts'
import type { Capability } from './connection.ts'
import type { Random } from './ecies.ts'
import type { SourceLimits } from './sourceRates.ts'

/** Bounds the time, memory and work that slow, silent or malicious nodes can take. */
export interface TransportLimits {
  /** For the TCP connection. */
  readonly connectMs: number
  /** For auth and ack together. */
  readonly keyExchangeMs: number
  /** For the Hello. */
  readonly helloMs: number
  readonly pingIntervalMs: number
  /** After this many pings in a row without any message in between, a node counts as gone. */
  readonly unansweredPings: number
  /** How long a closing connection may take to send its last message. */
  readonly closingMs: number
  /** Bytes that may wait until the other node takes them; a single message may always wait. */
  readonly outgoingBytes: number
  /** Inbound handshakes in progress at a time. */
  readonly handshakes: number
  readonly handshakesPerAddress: number
  /** At the limit, a handshake that has taken longer than this makes room for a new one. */
  readonly undisturbedMs: number
  /** How often calls are taken: each costs about a millisecond of elliptic curve arithmetic. */
  readonly callRates: SourceLimits
}

export const defaultLimits: TransportLimits = {
  connectMs: 5_000,
  keyExchangeMs: 5_000,
  helloMs: 5_000,
  pingIntervalMs: 10_000,
  unansweredPings: 6,
  closingMs: 1_000,
  outgoingBytes: 10 << 20,
  handshakes: 256,
  handshakesPerAddress: 8,
  undisturbedMs: 1_000,
  callRates: { each: { perSecond: 4, burst: 40 }, together: { perSecond: 100, burst: 300 } },
}

/** The fields of this node's Hello, and the resources that its connections share. */
export interface TransportParts {
  readonly clientId: string
  readonly capabilities: readonly Capability[]
  /** The port at which this node can be called; 0 when it cannot. */
  readonly listenPort: number
  readonly limits?: Partial<TransportLimits>
  readonly random?: Random
  /** Bounds the time spent on received frames. */
  readonly reading?: WorkBudget
}

export const limitsOf = ({ limits }: Pick<TransportParts, 'limits'>): TransportLimits => ({
  ...defaultLimits,
  ...limits,
})

export const randomOf = ({ random }: Pick<TransportParts, 'random'>): Random => random ?? randomBytes

/** Reading takes at most half of all time; decrypting a small message takes about 0.03 ms. */
export const readingOf = ({ reading }: Pick<TransportParts, 'reading'>): WorkBudget =>
  reading ?? new WorkBudget({ share: 0.5, savedMs: 200 }, () => performance.now())
