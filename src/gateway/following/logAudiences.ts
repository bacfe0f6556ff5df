import type { LogCriterion } from '../../chain/logs/criterion.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { Audience } from '../../service/subscriptions/audience.ts'
import { CriterionIndex } from '../../service/subscriptions/criterionIndex.ts'
import type { FollowedBlock, FollowedLog } from './followedBlock.ts'

interface MatchingAudience {
  readonly matches: (log: FollowedLog) => boolean
  readonly audience: Audience
}

/** The subscribers to logs; those with the same criterion share an audience. */
export class LogAudiences {
  readonly #audiences = new Map<string, MatchingAudience>()
  readonly #index = new CriterionIndex<MatchingAudience>()

  get isEmpty(): boolean {
    return this.#audiences.size === 0
  }

  join(criterion: LogCriterion, deliver: Deliver): () => void {
    const addresses = criterion.addresses.map(toHex)
    const topics = criterion.topics.map((alternatives) => alternatives.map(toHex))
    const name = JSON.stringify([addresses, topics])
    let matching = this.#audiences.get(name)
    if (matching === undefined) {
      const audience = new Audience(() => () => {
        this.#audiences.delete(name)
        remove()
      })
      matching = { matches: matcherOf(addresses, topics), audience }
      this.#audiences.set(name, matching)
      const remove = this.#index.add({ addresses, topics }, matching)
    }
    return matching.audience.join(deliver)
  }

  /** Delivers the logs of a block that has joined the best chain or, when `isRemoved`, left it. */
  deliver({ logs }: FollowedBlock, isRemoved: boolean): void {
    for (const log of logs) {
      const { address, topics } = log
      const candidates = this.#index.candidates(
        () => address,
        (position) => topics[position],
      )
      for (const { matches, audience } of candidates) {
        if (matches(log)) audience.deliverText(isRemoved ? log.removedText : log.text)
      }
    }
  }
}

function matcherOf(
  addresses: readonly string[],
  topics: readonly (readonly string[])[],
): (log: FollowedLog) => boolean {
  const wanted = new Set(addresses)
  const positions = topics.map((alternatives) => new Set(alternatives))
  return (log) =>
    (wanted.size === 0 || wanted.has(log.address)) &&
    positions.every((alternatives, position) => {
      const topic = log.topics[position]
      return alternatives.size === 0 || (topic !== undefined && alternatives.has(topic))
    })
}
