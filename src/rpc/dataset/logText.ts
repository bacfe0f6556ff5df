import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { LogSearch } from '../../chain/storage/storedReceipts.ts'
import type { LogForm, RecordText } from '../logs/recordText.ts'

export const logFieldNames = ['logIndex', 'transactionIndex', 'transactionHash', 'address', 'data', 'topics']

/** Bits of the members that assembly/logs.ts writes. */
const [withAddress, withData, withTopics] = [1, 2, 4] as const
const comma = 0x2c
const leftBracket = 0x5b

type LogChain = Pick<Chain, 'unpackLogs' | 'visitLogs' | 'transactionHash'>
type LoggedBlock = Pick<StoredBlock, 'hash'>

/** Writes logs of blocks as JSON arrays. They have the members that identify them and those that were chosen. */
export class LogsText {
  readonly #chain: LogChain
  readonly #text: RecordText
  readonly #form: LogForm
  readonly #hasHash: boolean
  #separator = leftBracket
  /** The transaction whose place the text shares. */
  #shared = -1

  constructor(chosen: ReadonlySet<string>, chain: LogChain, text: RecordText) {
    this.#chain = chain
    this.#text = text
    this.#form = logForm(chosen, text)
    this.#hasHash = chosen.has('transactionHash')
  }

  /** Writes the logs at some positions in a block, which ascend. */
  at(block: LoggedBlock, logIndexes: readonly number[]): void {
    this.#begin()
    this.#chain.unpackLogs(block, logIndexes, (index, logIndex) => this.#write(block, index, logIndex))
    this.#text.write(']')
  }

  /** Writes the logs that a search finds in a block; returns their number. `before` is called before the first one. */
  found(block: LoggedBlock, search: LogSearch, before: () => void): number {
    let count = 0
    this.#begin()
    this.#chain.visitLogs(block, search, (index, logIndex) => {
      if (count === 0) before()
      this.#write(block, index, logIndex)
      count++
    })
    if (count > 0) this.#text.write(']')
    return count
  }

  #begin(): void {
    this.#separator = leftBracket
    this.#shared = -1
  }

  #write(block: LoggedBlock, transactionIndex: number, logIndex: number): void {
    if (transactionIndex !== this.#shared) this.#share(block, transactionIndex)
    this.#text.log(this.#form, logIndex, this.#separator)
    this.#separator = comma
  }

  #share(block: LoggedBlock, transactionIndex: number): void {
    const place = `,"transactionIndex":${transactionIndex}`
    if (this.#hasHash) {
      const hash = this.#chain.transactionHash(block, transactionIndex)
      this.#text.share(`${place},"transactionHash":"0x`, hash, '"')
    } else this.#text.share(place)
    this.#shared = transactionIndex
  }
}

function logForm(chosen: ReadonlySet<string>, { flat: { core } }: RecordText): LogForm {
  const hasData = chosen.has('data')
  const members =
    (chosen.has('address') ? withAddress : 0) |
    (hasData ? withData : 0) |
    (chosen.has('topics') ? withTopics : 0)
  return {
    write: (to, logIndex, sharedLength, { topicCount, length }) =>
      core.writeItem(to, logIndex, sharedLength, topicCount, length, members),
    writeHead: (to, logIndex, sharedLength) => core.writeItemHead(to, logIndex, sharedLength, members),
    hasData,
    writeTail: (to, { topicCount }) => core.writeItemTail(to, topicCount, members),
  }
}
