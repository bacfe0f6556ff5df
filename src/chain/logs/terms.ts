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

/** Gets a term as an id that no other term has, and as a function that makes it. */
export type TermVisitor = (id: string, make: () => Term) => void

/** Visits the terms of logs; a term that several logs have may be visited for each. */
export function eachTerm(logs: Iterable<Log>, visit: TermVisitor): void {
  let last: Log | undefined
  for (const log of logs) {
    const { address, topics } = log
    if (last === undefined) visit('', () => anyLog)
    if (address !== last?.address) visit(addressKey(address), () => addressTerm(address))
    for (let position = 0; position < topics.length; position++) {
      const topic = topics[position]!
      if (topic !== last?.topics[position]) {
        visit(`${position}${wordKey(topic)}`, () => topicTerm(position, topic))
      }
    }
    last = log
  }
}

/** The distinct terms of a block's logs. */
export function termsOf(logs: Iterable<Log>): Iterable<Term> {
  const terms = new Map<string, Term>()
  eachTerm(logs, (id, make) => {
    if (!terms.has(id)) terms.set(id, make())
  })
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
