import type { Address, Hash } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import { addressBytes, type FlatLog, topicBytes } from '../storage/flatLog.ts'

/** The wanted logs. An empty list matches any value, also a missing topic. */
export interface LogCriterion {
  readonly addresses: readonly Address[]
  /** Alternatives for the topic at each position. */
  readonly topics: readonly (readonly Hash[])[]
}

/** Up to this many words are compared one by one. */
const fewWords = 4

/** Tests whether a log meets a criterion. */
export function logMatcher({ addresses, topics }: LogCriterion): (log: FlatLog) => boolean {
  const conditions = [
    wordCondition(addresses, 0, addressBytes),
    ...topics.map((words, position) =>
      wordCondition(words, addressBytes + position * topicBytes, topicBytes),
    ),
  ].filter((condition) => condition !== undefined)
  return (log) => conditions.every((isMet) => isMet(log))
}

/** Whether a log has one of some words at an offset; undefined when any will do. */
function wordCondition(
  words: readonly Uint8Array[],
  offset: number,
  length: number,
): ((log: FlatLog) => boolean) | undefined {
  if (words.length === 0) return undefined
  const isPresent = (log: FlatLog): boolean => offset + length <= log.dataStart
  if (words.length <= fewWords) return (log) => isPresent(log) && words.some((word) => log.has(word, offset))
  const keyOf = length === addressBytes ? addressKey : wordKey
  const keys = new Set(words.map(keyOf))
  return (log) => isPresent(log) && keys.has(keyOf(log.part(offset, length)))
}
