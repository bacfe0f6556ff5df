import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Later } from '../../primitives/work/later.ts'
import type { Json } from '../json/json.ts'
import type { Result } from '../json/result.ts'

/** The news of a filter that were found without a search. */
export class FilterAnswer {
  readonly news: Json

  constructor(news: Json) {
    this.news = news
  }
}

/** A search for the news of a filter. */
export class FilterSearch {
  /** `eth_filterNews`, or `eth_filterTail`. */
  readonly kind: 'news' | 'tail'
  /** The parameters of the read. */
  readonly params: Later<readonly Json[] | FilterAnswer>
  /** Gets the answer of the read and returns that of the poll, or the next search. */
  readonly onAnswered: (result: Result) => Later<Result | FilterSearch>

  constructor(
    kind: 'news' | 'tail',
    params: Later<readonly Json[] | FilterAnswer>,
    onAnswered: (result: Result) => Later<Result | FilterSearch>,
  ) {
    this.kind = kind
    this.params = params
    this.onAnswered = onAnswered
  }
}

/** A criterion as the parameter of a read. */
export const criterionShape = ({ addresses, topics }: LogCriterion) => ({
  address: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})
