import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
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
  /** Whether every request is compared with every log. */
  readonly #isShort: boolean
  readonly #byAddress = new Map<string, CompiledRequest[]>()
  /** Requests for any address, by first topic. */
  readonly #byTopic = new Map<string, CompiledRequest[]>()
  readonly #others: CompiledRequest[] = []

  constructor(requests: readonly LogRequest[]) {
    this.#isShort = requests.length <= fewRequests
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

  /** The search for those who need not know which requests a log matches. */
  get anySearch(): LogSearch {
    if (!this.#isShort) return this.search
    const [first, ...others] = this.#others
    if (first === undefined || others.length > 0) return this.search
    return { profile: this.search.profile, matches: first.matches }
  }

  #add(request: LogRequest): void {
    const { address, topics } = request
    const compiled = { request, matches: logMatcher(criterionOf(request)) }
    if (this.#isShort) {
      this.#others.push(compiled)
    } else if (address !== undefined) {
      for (const each of address) getOrCreate(this.#byAddress, addressKey(each), () => []).push(compiled)
    } else if (topics[0] !== undefined) {
      for (const topic of topics[0]) getOrCreate(this.#byTopic, wordKey(topic), () => []).push(compiled)
    } else {
      this.#others.push(compiled)
    }
  }

  #hasHit(log: FlatLog): boolean {
    const hits: LogRequest[] = []
    const collect = (possible: readonly CompiledRequest[] | undefined): void => {
      for (const { request, matches } of possible ?? []) if (matches(log)) hits.push(request)
    }
    if (this.#byAddress.size > 0) collect(this.#byAddress.get(addressKey(log.part(0, addressBytes))))
    if (this.#byTopic.size > 0 && log.topicCount > 0) {
      collect(this.#byTopic.get(wordKey(log.part(addressBytes, topicBytes))))
    }
    collect(this.#others)
    this.hits = hits
    return hits.length > 0
  }
}

/** Looking up a log in maps takes as long as comparing it with this many requests. */
const fewRequests = 4
