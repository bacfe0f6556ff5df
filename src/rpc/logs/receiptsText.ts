import type { Chain } from '../../chain/chain.ts'
import type { LogPlace } from '../../chain/logs/logSink.ts'
import { addressBytes, type FlatLog, topicBytes } from '../../chain/storage/flatLog.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { addToBloom, bloomBytes, emptyBloom } from '../../protocol/bloom.ts'
import type { JsonText } from '../json/jsonText.ts'
import { logCountBefore, shortReceiptShape } from '../shapes/receiptShape.ts'
import { LogWriter } from './logWriter.ts'
import { RecordText } from './recordText.ts'

/** Writes the first receipts of a block as the JSON of their shapes, without making objects of their logs. */
export function receiptsText(block: StoredBlock, count: number, chain: Pick<Chain, 'unpackLogs'>): JsonText {
  if (count === 0) return new RecordText().endWith('[]')
  const writer = new ReceiptsWriter(block)
  chain.unpackLogs(block, positions(logCountBefore(block, count)), (transactionIndex, logIndex) => {
    writer.advance(transactionIndex)
    writer.addLog(logIndex)
  })
  writer.advance(count - 1)
  return writer.end()
}

function* positions(count: number): Generator<number, void, undefined> {
  for (let position = 0; position < count; position++) yield position
}

const [noLogs, noBloom] = ['"logs":null', '"logsBloom":null']

class ReceiptsWriter {
  readonly #block: StoredBlock
  readonly #text = new RecordText()
  readonly #logs = new LogWriter(this.#text)
  #index = -1
  /** What follows the logs of the receipt, and what follows its bloom. */
  #afterLogs = ''
  #afterBloom = ''
  #place: LogPlace | undefined
  #bloom: Uint8Array = emptyBloom
  /** The addresses and topics of the log before, whose bits are set. */
  #last = new Uint8Array(0)

  constructor(block: StoredBlock) {
    this.#block = block
  }

  /** Writes receipts up to the logs of one. */
  advance(index: number): void {
    while (this.#index < index) {
      if (this.#index >= 0) this.#close()
      this.#index++
      this.#open()
    }
  }

  addLog(logIndex: number): void {
    const { flat } = this.#text
    this.#place ??= this.#placeOf(this.#index)
    this.#logs.add(this.#place, logIndex, flat)
    this.#addBits(flat)
  }

  end(): JsonText {
    this.#close()
    return this.#text.endWith(']')
  }

  #open(): void {
    const shape = JSON.stringify(shortReceiptShape(this.#block, this.#index))
    const logsAt = shape.indexOf(noLogs)
    const bloomAt = shape.indexOf(noBloom, logsAt)
    this.#afterLogs = shape.slice(logsAt + noLogs.length, bloomAt)
    this.#afterBloom = shape.slice(bloomAt + noBloom.length)
    this.#place = undefined
    this.#bloom = emptyBloom
    this.#text.write(`${this.#index === 0 ? '[' : ','}${shape.slice(0, logsAt)}"logs":`)
  }

  #close(): void {
    this.#logs.endArray()
    this.#text.write(`${this.#afterLogs}"logsBloom":`)
    this.#text.hex(this.#bloom)
    this.#text.write(this.#afterBloom)
  }

  #placeOf(transactionIndex: number): LogPlace {
    const { hash, number, header, transactions } = this.#block
    return {
      blockHash: hash,
      blockNumber: number,
      blockTimestamp: header.timestamp,
      transactionHash: transactions[transactionIndex]!.hash,
      transactionIndex,
    }
  }

  /** Consecutive logs often share their address and first topic. */
  #addBits(log: FlatLog): void {
    const isFirst = this.#bloom === emptyBloom
    if (isFirst) this.#bloom = new Uint8Array(bloomBytes)
    for (let at = 0; at < log.dataStart; at += at === 0 ? addressBytes : topicBytes) {
      const end = at + (at === 0 ? addressBytes : topicBytes)
      const isKnown = !isFirst && end <= this.#last.length && log.has(this.#last.subarray(at, end), at)
      if (!isKnown) addToBloom(this.#bloom, log.part(at, end - at))
    }
    this.#last = log.part(0, log.dataStart).slice()
  }
}
