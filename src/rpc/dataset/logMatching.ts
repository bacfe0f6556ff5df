import { flatLogMatcher, type LogCriterion } from '../../chain/logs/criterion.ts'
import { addressBytes, type FlatLog, topicBytes } from '../../chain/storage/flatLog.ts'
import { profileOf } from '../../chain/storage/logFingerprints.ts'
import type { LogSearch } from '../../chain/storage/storedReceipts.ts'
import { getOrCreate } from '../../primitives/getOrCreate.ts'
import { addressKey, wordKey } from '../../primitives/mapKeys.ts'
import type { LogRequest } from './dataQuery.ts'

export const criterionOf = ({ address, topics }: LogRequest): LogCriterion => ({
  addresses: address ?? [],
  topics: topics.map((alternatives) => alternatives ?? []),
})

interface CompiledRequest {
  readonly request: LogRequest
  readonly matches: (log: FlatLog) => boolean
}

/**
 * All requests for logs as one search, compiled once for all blocks. The address of a log, or its first topic, leads to the
 * requests that may match it; only those are compared.
 */
export class LogMatching {
  readonly search: LogSearch
  /** The requests that the last log matches. */
  hits: readonly LogRequest[] = []
  readonly #byAddress = new Map<string, CompiledRequest[]>()
  /** Requests for any address, by first topic. */
  readonly #byTopic = new Map<string, CompiledRequest[]>()
  readonly #others: CompiledRequest[] = []

  constructor(requests: readonly LogRequest[]) {
    for (const request of requests) this.#add(request)
    const all = requests.map(criterionOf)
    /** The alternatives of all requests; empty if one of them accepts every value. */
    const united = <Word>(listOf: (criterion: LogCriterion) => readonly Word[]): Word[] =>
      all.some((criterion) => listOf(criterion).length === 0) ? [] : all.flatMap(listOf)
    const topics = [0, 1, 2, 3].map((position) => united((criterion) => criterion.topics[position] ?? []))
    this.search = {
      profile: profileOf(
        united(({ addresses }) => addresses),
        topics,
      ),
      matches: (log) => this.#hasHit(log),
    }
  }

  #add(request: LogRequest): void {
    const { address, topics } = request
    const compiled = { request, matches: flatLogMatcher(criterionOf(request)) }
    if (address !== undefined) {
      for (const each of address) getOrCreate(this.#byAddress, addressKey(each), () => []).push(compiled)
    } else if (topics[0] !== undefined) {
      for (const topic of topics[0]) getOrCreate(this.#byTopic, wordKey(topic), () => []).push(compiled)
    } else {
      this.#others.push(compiled)
    }
  }

  #hasHit(log: FlatLog): boolean {
    const possible = [
      ...(this.#byAddress.get(addressKey(log.part(0, addressBytes))) ?? []),
      ...((log.topicCount > 0 && this.#byTopic.get(wordKey(log.part(addressBytes, topicBytes)))) || []),
      ...this.#others,
    ]
    this.hits = possible.filter(({ matches }) => matches(log)).map(({ request }) => request)
    return this.hits.length > 0
  }
}
