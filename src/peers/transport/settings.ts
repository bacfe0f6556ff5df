import { randomBytes } from 'node:crypto'
import { WorkBudget } from '../../primitives/workBudget.ts'
import type { Capability } from './connection.ts'
import type { Random } from './ecies.ts'
import type { SourceLimits } from './sourceRates.ts'

/** What keeps slow, silent and greedy nodes from costing us more than they are worth. */
export interface TransportLimits {
  /** For the TCP connection. */
  readonly connectMs: number
  /** For auth and ack together. */
  readonly keyExchangeMs: number
  /** For the Hello. */
  readonly helloMs: number
  readonly pingIntervalMs: number
  /** After so many pings in a row without any message in between, a node is gone. */
  readonly unansweredPings: number
  /** How long a closing connection may take to send its last word. */
  readonly closingMs: number
  /** How much may wait until the other node takes it; at least one message always may. */
  readonly outgoingBytes: number
  /** Inbound handshakes that are in progress at a time. */
  readonly handshakes: number
  readonly handshakesPerAddress: number
  /** A handshake that takes longer has to make room for new ones when there are too many. */
  readonly undisturbedMs: number
  /** How often calls are taken at all: each costs about a millisecond of elliptic curves. */
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

/** What this node says of itself, and how it behaves, on every connection. */
export interface TransportOptions {
  readonly clientId: string
  readonly capabilities: readonly Capability[]
  /** The port at which it can be called; 0 when it cannot. */
  readonly listenPort: number
  readonly limits?: Partial<TransportLimits>
  readonly random?: Random
  /** The time that connections may take for what they receive. */
  readonly reading?: WorkBudget
}

export const limitsOf = (options: TransportOptions): TransportLimits => ({
  ...defaultLimits,
  ...options.limits,
})

export const randomOf = (options: TransportOptions): Random => options.random ?? randomBytes

/** Half of the time, whatever is sent: a small message takes a thirtieth of a millisecond to decrypt. */
export const readingOf = ({ reading }: Pick<TransportOptions, 'reading'>): WorkBudget =>
  reading ?? new WorkBudget({ share: 0.5, savedMs: 200, now: () => performance.now() })
