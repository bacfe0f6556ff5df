import type { Log } from '../../evm/log.ts'
import { type Address, concatBytes, type Hash } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import type { LogCriterion } from './criterion.ts'

/**
 * A search term of the log index: an address, a topic at its position, or any log. The first byte is the kind, and all
 * terms of a kind have the same length, so a term is never the prefix of another.
 */
export type Term = Uint8Array

const addressKind = 1
const firstTopicKind = 2

const anyLog: Term = Uint8Array.of(0)

const addressTerm = (address: Address): Term => concatBytes(Uint8Array.of(addressKind), address)

const topicTerm = (position: number, topic: Hash): Term =>
  concatBytes(Uint8Array.of(firstTopicKind + position), topic)

/** The distinct terms of a block's logs. */
export function termsOf(logs: Iterable<Log>): Iterable<Term> {
  const terms = new Map<string, Term>()
  for (const { address, topics } of logs) {
    terms.set('', anyLog)
    const addressId = addressKey(address)
    if (!terms.has(addressId)) terms.set(addressId, addressTerm(address))
    for (const [position, topic] of topics.entries()) {
      const id = `${position}${wordKey(topic)}`
      if (!terms.has(id)) terms.set(id, topicTerm(position, topic))
    }
  }
  return terms.values()
}

/** The conditions of a criterion: a block must have one term of each list. */
export function conditionsOf({ addresses, topics }: LogCriterion): Term[][] {
  const conditions = [
    addresses.map(addressTerm),
    ...topics.map((alternatives, position) => alternatives.map((topic) => topicTerm(position, topic))),
  ].filter((alternatives) => alternatives.length > 0)
  return conditions.length > 0 ? conditions : [[anyLog]]
}
