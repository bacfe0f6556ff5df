import type { Envelope } from '../messages/decodeMessage.ts'
import { isResponseKind } from '../messages/message.ts'
import { incomingBytes, type MessageRates, unaskedAnswers } from './messageRates.ts'
import type { SeenMessages, Sighting } from './seenMessages.ts'
import { TokenBucket } from './tokenBucket.ts'

export interface IntakeOptions {
  /** Hex of the node id. */
  readonly sender: string
  readonly rates: MessageRates
  readonly seen: SeenMessages
  /** Milliseconds. */
  readonly now: () => number
  /** Whether an answer to one of our requests may come. */
  readonly isWaiting: () => boolean
}

/** Decides which messages of a peer are worth decoding. */
export class Intake {
  readonly #options: IntakeOptions
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket
  readonly #unasked: TokenBucket
  /** Blocks that were asked for without an id. */
  #awaitedBlocks = 0

  constructor(options: IntakeOptions) {
    this.#options = options
    this.#messages = new TokenBucket(options.rates.incoming, options.now)
    this.#bytes = new TokenBucket(incomingBytes, options.now)
    this.#unasked = new TokenBucket(unaskedAnswers, options.now)
  }

  /** The next block is let in although somebody may have sent it before. */
  awaitBlock(): void {
    this.#awaitedBlocks++
  }

  /** Whether a message does not come too fast. What we have asked for never does. */
  admits({ kind, content }: Envelope): boolean {
    if (isResponseKind(kind) && this.#options.isWaiting()) return true
    if (kind === 'block' && this.#awaitedBlocks > 0) return true
    return this.#messages.take() && this.#bytes.take(content.length)
  }

  /** Whether one more answer to nothing can be put up with. */
  toleratesUnasked(): boolean {
    return this.#unasked.take()
  }

  /** Blocks and transactions are looked at once, whoever sends them; other messages are always new. */
  sight({ kind, encoded }: Envelope): Sighting {
    if (kind !== 'block' && kind !== 'transactions') return 'new'
    const sighting = this.#options.seen.see(encoded, this.#options.sender)
    if (kind === 'transactions' || this.#awaitedBlocks === 0) return sighting
    this.#awaitedBlocks--
    return 'new'
  }
}
