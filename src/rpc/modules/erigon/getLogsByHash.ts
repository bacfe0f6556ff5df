import type { LogPlace, LogSink } from '../../../chain/logs/logSink.ts'
import type { FlatLog } from '../../../chain/storage/flatLog.ts'
import type { JsonText } from '../../json/jsonText.ts'
import * as schema from '../../json/schema.ts'
import { searchBlock } from '../../logs/logSearch.ts'
import { LogWriter } from '../../logs/logWriter.ts'
import { RecordText } from '../../logs/recordText.ts'
import { defineRead } from '../../method/method.ts'
import { blockHash } from '../../params/hash.ts'
import { required } from '../../params/parameter.ts'
import { shownTransactions } from '../../shapes/blockShape.ts'
import { logSchema } from '../../shapes/logShape.ts'

export const erigonGetLogsByHash = defineRead({
  name: 'erigon_getLogsByHash',
  summary: 'The logs of a block, a list for each transaction; null for an unknown block.',
  params: [required('blockHash', blockHash)],
  result: schema.nullable(schema.arrayOf(schema.arrayOf(logSchema))),
  cost: 20,
  upstream: 'never',
  handler([hash], context) {
    const { chain } = context.node
    const block = chain.block(hash)
    if (block === undefined) return null
    const lists = new LogLists()
    searchBlock(block, { addresses: [], topics: [] }, chain, context, lists)
    const skipsRemasc = context.settings.development?.skipsRemasc === true
    return lists.end(shownTransactions(block, skipsRemasc).length)
  },
})

/** Writes a list of logs for each transaction. */
class LogLists implements LogSink {
  count = 0
  readonly #text = new RecordText()
  readonly #logs = new LogWriter(this.#text)
  #index = -1

  add(place: LogPlace, logIndex: number, log: FlatLog): void {
    this.#advance(place.transactionIndex)
    this.#logs.add(place, logIndex, log)
    this.count++
  }

  end(transactions: number): JsonText {
    if (transactions === 0) return this.#text.endWith('[]')
    this.#advance(transactions - 1)
    this.#logs.endArray()
    return this.#text.endWith(']')
  }

  /** Writes lists up to the logs of a transaction. */
  #advance(index: number): void {
    while (this.#index < index) {
      if (this.#index >= 0) this.#logs.endArray()
      this.#index++
      this.#text.write(this.#index === 0 ? '[' : ',')
    }
  }
}
