import { TokenBucket } from '../../primitives/tokenBucket.ts'
import type { Envelope } from '../messages/decodeMessage.ts'
import { isResponseKind } from '../messages/message.ts'
import { incomingBytes, type MessageRates, unaskedAnswers } from './messageRates.ts'
import type { SeenMessages } from './seenMessages.ts'

/** Blocks that never come are not awaited forever, or a peer could save up the right to send them all at once. */
const mostAwaited = 32

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

  /** The next block is let in although it may have come before. */
  awaitBlock(): void {
    this.#awaitedBlocks = Math.min(this.#awaitedBlocks + 1, mostAwaited)
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

  /** Blocks and transactions are looked at once, unless they were asked for; other messages always. */
  isRepeated({ kind, encoded }: Envelope): boolean {
    if (kind !== 'block' && kind !== 'transactions') return false
    const isNew = this.#options.seen.isNew(encoded, this.#options.sender)
    if (kind === 'transactions' || this.#awaitedBlocks === 0) return !isNew
    this.#awaitedBlocks--
    return false
  }
}
