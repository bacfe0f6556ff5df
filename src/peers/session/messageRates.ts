import type { Rate } from '../../primitives/rate.ts'

/** How many messages go to and are taken from a peer. */
export interface MessageRates {
  readonly outgoing: Rate
  /** Answers to our requests do not count. */
  readonly incoming: Rate
}

/** Bytes that are taken from a peer: several times what blocks and transactions amount to at their fullest. */
export const incomingBytes: Rate = { burst: 32 << 20, perSecond: 1 << 20 }

/** Answers nobody waits for: some come too late, but who sends many of them only wants to keep us busy. */
export const unaskedAnswers: Rate = { burst: 64, perSecond: 1 }

/**
 * The reference node takes 1,000 messages in each minute of the clock from a connection and drops what comes
 * after them without a word: 32 + 60 × 16 stays below. We take more than that: while it follows our chain each of
 * our answers brings a request, besides all that it passes on, and one that is dropped holds it up for 30 s.
 */
const ofTheReferenceNode: MessageRates = {
  outgoing: { burst: 32, perSecond: 16 },
  incoming: { burst: 1000, perSecond: 40 },
}

/** What we send to our own kind stays below what it takes. */
const ofOurOwn: MessageRates = {
  outgoing: { burst: 1000, perSecond: 2000 },
  incoming: { burst: 4000, perSecond: 2400 },
}

export const messageRatesFor = (clientId: string): MessageRates =>
  clientId.startsWith('Cambium/') ? ofOurOwn : ofTheReferenceNode
