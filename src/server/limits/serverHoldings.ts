import { Holdings } from '../../primitives/bounds/holdings.ts'
import type { ServerLimits } from '../settings/serverLimits.ts'
import { isOwnMachine } from './clientAddress.ts'

/**
 * What the server holds for its callers. An owner is a key, or an address without one; connections belong to
 * addresses, because their keys are not known yet. Programs on the server's machine that need no key share the totals.
 */
export interface ServerHoldings {
  readonly connections: Holdings
  /** Bytes of bodies and messages that are being received. */
  readonly received: Holdings
  /** Bytes of answers and notifications that clients have not read yet. */
  readonly unread: Holdings
  readonly webSockets: Holdings
  /** Weights of subscriptions. */
  readonly subscriptions: Holdings
}

/** One owner may hold this part of the memory for bodies, so that others can send theirs. */
const ownersWithLongBodies = 4

const holdings = (total: () => number, share: () => number): Holdings =>
  new Holdings({
    get total() {
      return total()
    },
    perOwner: (owner) => (isOwnMachine(owner) ? Number.POSITIVE_INFINITY : share()),
  })

export const openHoldings = (limits: ServerLimits): ServerHoldings => ({
  connections: holdings(
    () => limits.connections,
    () => limits.connectionsPerAddress,
  ),
  received: holdings(
    () => limits.bufferedBodyBytes,
    () => limits.bufferedBodyBytes / ownersWithLongBodies,
  ),
  unread: holdings(
    () => limits.unreadAnswerBytes,
    () => limits.unreadAnswerBytesPerClient,
  ),
  webSockets: holdings(
    () => limits.webSockets,
    () => limits.webSocketsPerClient,
  ),
  subscriptions: holdings(
    () => limits.subscriptions,
    () => limits.subscriptionsPerClient,
  ),
})

/** An answer of any length may wait this long for its client. */
const readingGraceMs = 30_000
const checkMs = 1_000

/** Cuts off clients that read their answers more slowly than they must; returns the function that ends this. */
export function cutOffSlowReaders(
  { unread }: ServerHoldings,
  { readBytesPerSecond }: ServerLimits,
): () => void {
  const maximumMs = (bytes: number): number => readingGraceMs + (1000 * bytes) / readBytesPerSecond
  const timer = setInterval(() => unread.cutOffSlow(performance.now(), maximumMs), checkMs)
  timer.unref()
  return () => clearInterval(timer)
}
