import type { Log } from '../../evm/log.ts'
import { emptyBytes } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import type { LogCriterion } from './criterion.ts'

/**
 * A search term of the log index: an address, a topic at its position, or any log. The first byte is the kind, and all
 * terms of a kind have the same length, so a term is never the prefix of another.
 */
export type Term = Uint8Array

const anyKind = 0
const addressKind = 1
const firstTopicKind = 2

export function termOf(kind: number, word: Uint8Array): Term {
  const term = new Uint8Array(1 + word.length)
  term[0] = kind
  term.set(word, 1)
  return term
}

/** Gets the parts of a term, and an id that no other term has. */
export type TermVisitor = (id: string, kind: number, word: Uint8Array) => void

/** Visits the terms of logs; a term that several logs have may be visited for each. */
export function eachTerm(logs: Iterable<Log>, visit: TermVisitor): void {
  let last: Log | undefined
  for (const log of logs) {
    const { address, topics } = log
    if (last === undefined) visit('', anyKind, emptyBytes)
    if (address !== last?.address) visit(addressKey(address), addressKind, address)
    for (let position = 0; position < topics.length; position++) {
      const topic = topics[position]!
      if (topic !== last?.topics[position]) {
        visit(`${position}${wordKey(topic)}`, firstTopicKind + position, topic)
      }
    }
    last = log
  }
}

/** The distinct terms of a block's logs. */
export function termsOf(logs: Iterable<Log>): Iterable<Term> {
  const terms = new Map<string, Term>()
  eachTerm(logs, (id, kind, word) => {
    if (!terms.has(id)) terms.set(id, termOf(kind, word))
  })
  return terms.values()
}

/** The conditions of a criterion with up to this many terms each: a block must have one term of each list. */
export function conditionsOf({ addresses, topics }: LogCriterion, maximumTerms: number): Term[][] {
  const conditions = [addresses, ...topics].flatMap((words, position) => {
    if (words.length === 0 || words.length > maximumTerms) return []
    const kind = position === 0 ? addressKind : firstTopicKind + position - 1
    return [words.map((word) => termOf(kind, word))]
  })
  return conditions.length > 0 ? conditions : [[termOf(anyKind, emptyBytes)]]
}
