import { keccak256 } from '../../crypto/keccak256.ts'
import { BoundedMap } from '../../primitives/bounds/boundedMap.ts'
import type { Rate } from '../../primitives/bounds/rate.ts'
import { toHexDigits } from '../../primitives/hex.ts'
import type { MessageEnvelope } from '../messages/decodeMessage.ts'
import { isResponseKind } from '../messages/message.ts'
import type { DroppedMessages } from './droppedMessages.ts'
import { TokenBucket } from './tokenBucket.ts'
import {
  incomingBytes,
  type MessageRates,
  type TrafficClass,
  trafficClassOf,
  unexpectedMessages,
} from './trafficClass.ts'

const remembered = 5000

/**
 * The latest blocks and transactions that peers sent, so that each is processed once per sender. The same message
 * from another sender counts as new: the first sender may have sent it at a time when it could not be used. All
 * sessions of a node share one instance, so a reconnecting peer is still remembered.
 */
export class SeenMessages {
  /** Keys are the hash of the message followed by the id of its sender. */
  readonly #seen = new BoundedMap<string, true>(remembered)

  /** Whether this is the first time that the sender sends the message. */
  isNew(encoded: Uint8Array, sender: string): boolean {
    const key = toHexDigits(keccak256(encoded)) + sender
    if (this.#seen.has(key)) return false
    this.#seen.set(key, true)
    return true
  }
}

/**
 * Maximum number of requested blocks that a peer may send outside of the rates. Requests that were never answered add
 * up to it.
 */
const maximumAwaitedBlocks = 32

export interface IntakeParts {
  /** Hex digits of the node id. */
  readonly sender: string
  readonly rates: MessageRates
  readonly seen: SeenMessages
  readonly dropped: DroppedMessages
  /** Milliseconds. */
  readonly now: () => number
  /** Whether an answer to one of our requests may come. */
  readonly isAwaitingAnswer: () => boolean
}

/** Decides which messages of a peer are decoded. */
export class Intake {
  readonly #parts: IntakeParts
  readonly #allowances: Readonly<Record<TrafficClass, Allowance>>
  readonly #unexpected: TokenBucket
  /** Blocks requested by `get-block`, whose answers have no id. */
  #awaitedBlocks = 0

  constructor(parts: IntakeParts) {
    const { rates, now } = parts
    const { blocks, transactions, requests } = rates.incoming
    this.#parts = parts
    this.#allowances = {
      blocks: new Allowance(blocks, now),
      transactions: new Allowance(transactions, now),
      requests: new Allowance(requests, now),
    }
    this.#unexpected = new TokenBucket(unexpectedMessages, now)
  }

  /** The next block is accepted outside of the rates and even if it is repeated. */
  awaitBlock(): void {
    this.#awaitedBlocks = Math.min(this.#awaitedBlocks + 1, maximumAwaitedBlocks)
  }

  /** Whether a message is within the rates of its class. Answers to our requests always are. */
  admits({ kind, content }: MessageEnvelope): boolean {
    if (isResponseKind(kind) && this.#parts.isAwaitingAnswer()) return true
    if (kind === 'block' && this.#awaitedBlocks > 0) return true
    const trafficClass = trafficClassOf(kind)
    if (this.#allowances[trafficClass].take(content.length)) return true
    this.#parts.dropped.count(trafficClass)
    return false
  }

  /** Whether the peer may send one more answer that was not requested, or one more request that is dropped. */
  toleratesUnexpected(): boolean {
    return this.#unexpected.take()
  }

  /** Whether a block or transactions came before from this peer; requested blocks never count as repeated. */
  isRepeated({ kind, encoded }: MessageEnvelope): boolean {
    if (kind !== 'block' && kind !== 'transactions') return false
    const isNew = this.#parts.seen.isNew(encoded, this.#parts.sender)
    if (kind === 'transactions' || this.#awaitedBlocks === 0) return !isNew
    this.#awaitedBlocks--
    return false
  }
}

/** The messages and bytes that one class may take. */
class Allowance {
  readonly #messages: TokenBucket
  readonly #bytes: TokenBucket

  constructor(messages: Rate, now: () => number) {
    this.#messages = new TokenBucket(messages, now)
    this.#bytes = new TokenBucket(incomingBytes, now)
  }

  take(bytes: number): boolean {
    return this.#messages.take() && this.#bytes.take(bytes)
  }
}
