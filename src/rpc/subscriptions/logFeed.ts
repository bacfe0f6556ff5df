import type { Chain } from '../../chain/chain.ts'
import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Log } from '../../evm/log.ts'
import { toHex } from '../../primitives/hex.ts'
import { JsonWriter } from '../shapes/jsonWriter.ts'
import { logText } from '../shapes/logText.ts'
import { Audience, type Deliver } from './audience.ts'

/** The subscribers to the logs of one criterion. */
interface MatchingAudience {
  readonly matches: (log: Log) => boolean
  readonly audience: Audience
}

const everyLog: LogCriterion = { addresses: [], topics: [] }

/**
 * Delivers the logs of blocks that join or leave the best chain. The logs of a block are read and written once for all
 * subscribers, and subscribers with the same criterion share an audience.
 */
export class LogFeed {
  readonly #chain: Chain
  readonly #audiences = new Map<string, MatchingAudience>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  subscribe(criterion: LogCriterion, deliver: Deliver): () => void {
    const name = nameOf(criterion)
    let matching = this.#audiences.get(name)
    if (matching === undefined) {
      const audience = new Audience(() => () => this.#audiences.delete(name))
      matching = { matches: logMatcher(criterion), audience }
      this.#audiences.set(name, matching)
    }
    return matching.audience.join(deliver)
  }

  /** Delivers the logs of a block that has joined the best chain or, when `isRemoved`, left it. */
  deliver(block: StoredBlock, isRemoved: boolean): void {
    if (this.#audiences.size === 0) return
    const found = this.#chain.logsOf(block, everyLog)
    const writer = new JsonWriter()
    const texts = found.map((log) => logText(log, isRemoved, writer))
    for (const { matches, audience } of [...this.#audiences.values()]) {
      for (const [index, { log }] of found.entries()) if (matches(log)) audience.deliverText(texts[index]!)
    }
  }
}

/** Equal for criteria that are written alike. */
const nameOf = ({ addresses, topics }: LogCriterion): string =>
  JSON.stringify([addresses.map(toHex), topics.map((alternatives) => alternatives.map(toHex))])
