import type { Chain } from '../../chain/chain.ts'
import { type LogCriterion, logMatcher } from '../../chain/logs/criterion.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Log } from '../../evm/log.ts'
import { toHex } from '../../primitives/hex.ts'
import { JsonWriter } from '../../rpc/shapes/jsonWriter.ts'
import { logText } from '../../rpc/shapes/logText.ts'
import type { Deliver } from '../endpoint.ts'
import { Audience } from './audience.ts'

interface Listening {
  readonly matches: (log: Log) => boolean
  readonly audience: Audience
}

const everything: LogCriterion = { addresses: [], topics: [] }

/**
 * Logs as blocks bring and take them. The logs of a block are read and written out once for all subscribers, and
 * those who ask for the same are one.
 */
export class LogFeed {
  readonly #chain: Chain
  readonly #listening = new Map<string, Listening>()

  constructor(chain: Chain) {
    this.#chain = chain
  }

  subscribe(criterion: LogCriterion, deliver: Deliver): () => void {
    const name = nameOf(criterion)
    let listening = this.#listening.get(name)
    if (listening === undefined) {
      const audience = new Audience(() => () => this.#listening.delete(name))
      listening = { matches: logMatcher(criterion), audience }
      this.#listening.set(name, listening)
    }
    return listening.audience.join(deliver)
  }

  /** Tells the logs of a block that has joined the best chain, or left it. */
  tell(block: StoredBlock, isRemoved: boolean): void {
    if (this.#listening.size === 0) return
    const found = this.#chain.logsOf(block, everything)
    const writer = new JsonWriter()
    const texts = found.map((log) => logText(log, isRemoved, writer))
    for (const { matches, audience } of [...this.#listening.values()]) {
      for (const [index, { log }] of found.entries()) if (matches(log)) audience.tellText(texts[index]!)
    }
  }
}

/** Equal for criteria that ask for the same in the same words. */
const nameOf = ({ addresses, topics }: LogCriterion): string =>
  JSON.stringify([addresses.map(toHex), topics.map((alternatives) => alternatives.map(toHex))])
