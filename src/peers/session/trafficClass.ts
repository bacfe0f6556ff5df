import type { Rate } from '../../primitives/bounds/rate.ts'
import type { MessageKind } from '../messages/message.ts'

/**
 * Messages of one class share rates and queues; classes do not compete with each other, so that a flood of
 * transactions delays no block. Answers to our own requests are outside of the classes.
 */
export type TrafficClass = 'blocks' | 'transactions' | 'requests'

const blockKinds: ReadonlySet<MessageKind> = new Set([
  'status',
  'block',
  'new-block-hashes',
  'new-block-hash',
])

/** Unrequested responses count as requests. */
export function trafficClassOf(kind: MessageKind): TrafficClass {
  if (kind === 'transactions') return 'transactions'
  return blockKinds.has(kind) ? 'blocks' : 'requests'
}

/** Messages per connection. */
export interface MessageRates {
  readonly outgoing: Rate
  /** Answers to our requests are not counted. */
  readonly incoming: Readonly<Record<TrafficClass, Rate>>
}

/** Bytes accepted in each class: several times the volume of full blocks, or of the transactions in them. */
export const incomingBytes: Rate = { burst: 32 << 20, perSecond: 1 << 20 }

/** A few unexpected answers are late ones; a peer that sends more is disconnected. */
export const unexpectedMessages: Rate = { burst: 64, perSecond: 1 }

/**
 * The reference node accepts 1,000 messages a minute from a connection and drops further ones silently: 32 + 60 × 16
 * stays below. It sends one request for each of our answers while it follows our chain, and waits 30 s for the answer
 * to a request that is dropped, so more requests are accepted than answers can be sent.
 */
const ratesOfReferenceNode: MessageRates = {
  outgoing: { burst: 32, perSecond: 16 },
  incoming: {
    blocks: { burst: 1000, perSecond: 20 },
    transactions: { burst: 1000, perSecond: 40 },
    requests: { burst: 1000, perSecond: 40 },
  },
}

const acceptedFromCambium: Rate = { burst: 4000, perSecond: 2400 }

/** The outgoing rate is below what another Cambium node accepts in any class. */
const ratesOfCambium: MessageRates = {
  outgoing: { burst: 1000, perSecond: 2000 },
  incoming: {
    blocks: acceptedFromCambium,
    transactions: acceptedFromCambium,
    requests: acceptedFromCambium,
  },
}

export const messageRatesFor = (clientId: string): MessageRates =>
  clientId.startsWith('Cambium/') ? ratesOfCambium : ratesOfReferenceNode
