import type { Chain } from '../../chain/chain.ts'
import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Log } from '../../evm/log.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Deliver } from '../../rpc/method/subscribing.ts'
import { JsonWriter } from '../../rpc/shapes/jsonWriter.ts'
import { logText } from '../../rpc/shapes/logText.ts'
import { Audience } from './audience.ts'
import { CriterionIndex } from './criterionIndex.ts'

/** The subscribers to the logs of one criterion. */
interface MatchingAudience {
  readonly matches: (log: Log) => boolean
  readonly audience: Audience
}

const everyLog: LogCriterion = { addresses: [], topics: [] }

/**
 * Delivers the logs of blocks that join or leave the best chain. The logs of a block are read and written once for all
 * subscribers, subscribers with the same criterion share an audience, and a log is compared with few criteria.
 */
export class LogFeed {
  readonly #chain: Chain
  readonly #audiences = new Map<string, MatchingAudience>()
  readonly #index = new CriterionIndex<MatchingAudience>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  subscribe(criterion: LogCriterion, deliver: Deliver): () => void {
    const inHex = hexOf(criterion)
    // Equal for criteria that are written alike.
    const name = JSON.stringify(inHex)
    let matching = this.#audiences.get(name)
    if (matching === undefined) {
      const audience = new Audience(() => () => {
        this.#audiences.delete(name)
        remove()
      })
      matching = { matches: logMatcher(criterion), audience }
      this.#audiences.set(name, matching)
      const remove = this.#index.add(inHex, matching)
    }
    return matching.audience.join(deliver)
  }

  /** Delivers the logs of a block that has joined the best chain or, when `isRemoved`, left it. */
  deliver(block: StoredBlock, isRemoved: boolean): void {
    if (this.#audiences.size === 0) return
    const found = this.#chain.logsOf(block, everyLog)
    const writer = new JsonWriter()
    for (const each of found) {
      const { log } = each
      let text: string | undefined
      const topicAt = (position: number) => log.topics[position] && toHex(log.topics[position])
      for (const { matches, audience } of this.#index.candidates(() => toHex(log.address), topicAt)) {
        if (!matches(log)) continue
        text ??= logText(each, isRemoved, writer)
        audience.deliverText(text)
      }
    }
  }
}

const hexOf = ({ addresses, topics }: LogCriterion) => ({
  addresses: addresses.map(toHex),
  topics: topics.map((alternatives) => alternatives.map(toHex)),
})
