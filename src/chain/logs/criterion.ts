import type { Log } from '../../evm/log.ts'
import type { Address, Hash } from '../../primitives/bytes.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'

/** The wanted logs. An empty list matches any value, also a missing topic. */
export interface LogCriterion {
  readonly addresses: readonly Address[]
  /** Alternatives for the topic at each position. */
  readonly topics: readonly (readonly Hash[])[]
}

/** Tests whether a log meets a criterion. */
export function logMatcher({ addresses, topics }: LogCriterion): (log: Log) => boolean {
  const addressKeys = new Set(addresses.map(addressKey))
  const positions = topics
    .map((alternatives, position) => ({ position, keys: new Set(alternatives.map(wordKey)) }))
    .filter(({ keys }) => keys.size > 0)
  return (log) => {
    if (addressKeys.size > 0 && !addressKeys.has(addressKey(log.address))) return false
    return positions.every(({ position, keys }) => {
      const topic = log.topics[position]
      return topic !== undefined && keys.has(wordKey(topic))
    })
  }
}
