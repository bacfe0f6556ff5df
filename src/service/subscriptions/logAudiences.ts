import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Steps } from '../../primitives/work/steps.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { Audience } from './audience.ts'
import { CriterionIndex, type HexCriterion, type HexLog } from './criterionIndex.ts'
import type { FanOut } from './fanOut.ts'

interface MatchingAudience {
  readonly matches: (log: HexLog) => boolean
  readonly audience: Audience
}

/** The subscribers to logs. Those with the same criterion share an audience, and a log is compared with few criteria. */
export class LogAudiences {
  readonly #fanOut: FanOut
  readonly #audiences = new Map<string, MatchingAudience>()
  readonly #index = new CriterionIndex<MatchingAudience>()

  constructor(fanOut: FanOut) {
    this.#fanOut = fanOut
  }

  get isEmpty(): boolean {
    return this.#audiences.size === 0
  }

  /** Returns the function that leaves the audience. */
  join(criterion: LogCriterion, deliver: Deliver): () => void {
    const inHex = hexOf(criterion)
    // Equal for criteria that are written alike.
    const name = JSON.stringify(inHex)
    let matching = this.#audiences.get(name)
    if (matching === undefined) {
      const audience = new Audience(this.#fanOut, () => () => {
        this.#audiences.delete(name)
        remove()
      })
      matching = { matches: matcherOf(inHex), audience }
      this.#audiences.set(name, matching)
      const remove = this.#index.add(inHex, matching)
    }
    return matching.audience.join(deliver)
  }

  /** Delivers a log of the news with this number. Its text is written once for all subscribers. */
  *tell(log: HexLog, write: () => string, news: number): Steps<void> {
    let text: string | undefined
    for (const { matches, audience } of this.#index.candidates(log)) {
      if (!matches(log)) continue
      text ??= write()
      yield* audience.tell(text, news)
      yield
    }
  }
}

const hexOf = ({ addresses, topics }: LogCriterion): HexCriterion => ({
  addresses: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})

function matcherOf({ addresses, topics }: HexCriterion): (log: HexLog) => boolean {
  const wanted = new Set(addresses)
  const positions = topics.map((alternatives) => new Set(alternatives))
  return (log) =>
    (wanted.size === 0 || wanted.has(log.address)) &&
    positions.every((alternatives, position) => {
      const topic = log.topics[position]
      return alternatives.size === 0 || (topic !== undefined && alternatives.has(topic))
    })
}
