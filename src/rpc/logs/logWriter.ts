import type { LogPlace, LogSink } from '../../chain/logs/logSink.ts'
import { type FlatLog, flatLog } from '../../chain/storage/flatLog.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { limitExceeded } from '../errors/errors.ts'
import { JsonText } from '../json/jsonText.ts'
import { lend } from '../json/piece.ts'
import { SpareMemory } from './spareMemory.ts'

/** Bytes of a piece of a long answer. */
const pieceLength = 1 << 20
/** The most characters of one answer; a JavaScript string cannot be twice as long. */
const maximumAnswerLength = 256 << 20
/** More than a log takes besides its content and the shared text. */
const frameLength = 256
/** A thread keeps 16 MiB of it, and what longer answers need for some seconds. */
const spare = new SpareMemory({ length: pieceLength, kept: 16, keptMs: 5_000 })
const leftBracket = 0x5b
const rightBracket = 0x5d

/**
 * Writes the logs of a search as the JSON of an array of their shapes, from the bytes of the logs to bytes of text. The
 * text is made in the memory of the thread's `FlatLog`: a writer is used to its end before the next one begins.
 */
export class LogWriter implements LogSink {
  count = 0
  /** Whether the next logs are of blocks that have left the best chain. */
  isRemoved = false
  readonly #flat: FlatLog = flatLog()
  readonly #outputStart: number
  readonly #capacity: number
  /** The end of the text in the output. */
  #at: number
  #place: LogPlace | undefined
  readonly #sharedStart: number
  #sharedLength = 0
  /** Where the hash of the transaction stands in the shared text. */
  #hashAt = 0
  readonly #pieces: Buffer[] = []
  #piece: Buffer | undefined
  #pieceUsed = 0

  constructor() {
    const { SHARED, OUTPUT, OUTPUT_CAPACITY } = this.#flat.core
    this.#sharedStart = SHARED.value
    this.#outputStart = OUTPUT.value
    this.#capacity = OUTPUT_CAPACITY.value
    this.#at = this.#outputStart
  }

  add(place: LogPlace, logIndex: number, log: FlatLog): void {
    if (place !== this.#place) this.#share(place)
    const { core, topicCount, length } = log
    const needed = 2 * length + this.#sharedLength + frameLength
    if (this.#at + needed > this.#outputStart + this.#capacity) this.#flush()
    if (needed > this.#capacity) this.#addLong(logIndex, log)
    else {
      this.#at = core.write(this.#at, logIndex, this.#sharedLength, topicCount, length, this.isRemoved)
    }
    this.count++
  }

  /** The answer. Ends the writer. */
  end(): JsonText {
    if (this.count === 0) return new JsonText('[]')
    const { memory } = this.#flat
    memory[this.#at++] = rightBracket
    if (this.#piece === undefined) {
      // The first log began with a comma too.
      memory[this.#outputStart] = leftBracket
      const text = Buffer.from(memory.buffer, this.#outputStart, this.#at - this.#outputStart)
      return new JsonText(text.toString('latin1'))
    }
    this.#flush()
    const pieces = [...this.#pieces, this.#piece]
    pieces[0]![0] = leftBracket
    const lengthOf = (piece: Buffer): number => (piece === this.#piece ? this.#pieceUsed : pieceLength)
    return new JsonText(
      pieces.map((piece) => lend(piece.subarray(0, lengthOf(piece)), () => spare.add(piece))),
    )
  }

  /** Writes the text that logs of this place have in common. */
  #share(place: LogPlace): void {
    const { blockNumber, blockHash, blockTimestamp, transactionHash, transactionIndex } = place
    const { core, memory } = this.#flat
    if (blockHash !== this.#place?.blockHash) {
      const time = blockTimestamp === undefined ? '' : `"blockTimestamp":"${toQuantity(blockTimestamp)}",`
      this.#hashAt = this.#ascii(
        `","blockNumber":"${toQuantity(blockNumber)}","blockHash":"${toHex(blockHash)}",${time}"transactionHash":"0x`,
        this.#sharedStart,
      )
    }
    memory.set(transactionHash, core.HASH.value)
    const end = this.#ascii(
      `","transactionIndex":"${toQuantity(transactionIndex)}","address":"0x`,
      core.hex(core.HASH.value, transactionHash.length, this.#hashAt),
    )
    this.#sharedLength = end - this.#sharedStart
    this.#place = place
  }

  /** Returns the end of the text. A loop is faster than an encoder here. */
  #ascii(text: string, start: number): number {
    const { memory } = this.#flat
    for (let index = 0; index < text.length; index++) memory[start + index] = text.charCodeAt(index)
    return start + text.length
  }

  /** Writes a log whose text is longer than the output. */
  #addLong(logIndex: number, log: FlatLog): void {
    const { core, topicCount, length, dataStart } = log
    this.#at = core.writeHead(this.#at, logIndex, this.#sharedLength)
    const part = (this.#capacity - frameLength) / 2
    for (let offset = dataStart; offset < length; offset += part) {
      this.#flush()
      this.#at = core.hex(log.contentStart + offset, Math.min(part, length - offset), this.#at)
    }
    this.#flush()
    this.#at = core.writeTail(this.#at, topicCount, this.isRemoved)
  }

  /** Moves the output to pieces. */
  #flush(): void {
    for (let from = this.#outputStart; from < this.#at; ) {
      const piece = this.#pieceWithRoom()
      const count = Math.min(this.#at - from, pieceLength - this.#pieceUsed)
      piece.set(this.#flat.memory.subarray(from, from + count), this.#pieceUsed)
      this.#pieceUsed += count
      from += count
    }
    this.#at = this.#outputStart
  }

  #pieceWithRoom(): Buffer {
    if (this.#piece !== undefined && this.#pieceUsed < pieceLength) return this.#piece
    if (this.#piece !== undefined) this.#pieces.push(this.#piece)
    if (this.#pieces.length * pieceLength >= maximumAnswerLength) throw limitExceeded('length of the answer')
    this.#piece = spare.take()
    this.#pieceUsed = 0
    return this.#piece
  }
}
