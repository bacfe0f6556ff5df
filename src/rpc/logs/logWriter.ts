import type { LogPlace, LogSink } from '../../chain/logs/logSink.ts'
import type { FlatLog } from '../../chain/storage/flatLog.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import type { JsonText } from '../json/jsonText.ts'
import { type LogForm, RecordText } from './recordText.ts'

const comma = 0x2c
const leftBracket = 0x5b

/** Writes logs as JSON of their shapes, from the bytes of the logs to bytes of text. */
export class LogWriter implements LogSink {
  count = 0
  /** Whether the next logs are of blocks that have left the best chain. */
  isRemoved = false
  readonly #text: RecordText
  readonly #form: LogForm
  #place: LogPlace | undefined
  /** The part of the shared text that all logs of a block have. */
  #blockText = ''

  constructor(text = new RecordText()) {
    this.#text = text
    const { core } = text.flat
    this.#form = {
      write: (to, logIndex, sharedLength, { topicCount, length }) =>
        core.write(to, logIndex, sharedLength, topicCount, length, this.isRemoved),
      writeHead: core.writeHead,
      hasData: true,
      writeTail: (to, { topicCount }) => core.writeTail(to, topicCount, this.isRemoved),
    }
  }

  add(place: LogPlace, logIndex: number, _log: FlatLog): void {
    if (place !== this.#place) this.#share(place)
    this.#text.log(this.#form, logIndex, this.count === 0 ? leftBracket : comma)
    this.count++
  }

  /** Ends the array of the logs so far; the next one begins another. */
  endArray(): void {
    this.#text.write(this.#closing)
    this.count = 0
  }

  /** The answer. Ends the writer. */
  end(): JsonText {
    return this.#text.endWith(this.#closing)
  }

  get #closing(): string {
    return this.count === 0 ? '[]' : ']'
  }

  #share(place: LogPlace): void {
    const { blockNumber, blockHash, blockTimestamp, transactionHash, transactionIndex } = place
    if (blockHash !== this.#place?.blockHash) {
      const time = blockTimestamp === undefined ? '' : `"blockTimestamp":"${toQuantity(blockTimestamp)}",`
      this.#blockText = `","blockNumber":"${toQuantity(blockNumber)}","blockHash":"${toHex(blockHash)}",${time}"transactionHash":"0x`
    }
    const rest = `","transactionIndex":"${toQuantity(transactionIndex)}","address":"0x`
    this.#text.share(this.#blockText, transactionHash, rest)
    this.#place = place
  }
}
