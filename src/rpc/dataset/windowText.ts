import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'
import type { LogSearch } from '../../chain/storage/storedReceipts.ts'
import type { JsonText } from '../json/jsonText.ts'
import { RecordText } from '../logs/recordText.ts'
import type { ReadContext } from '../method/context.ts'
import type { SelectedItems } from './blockSelection.ts'
import type { DataQuery } from './dataQuery.ts'
import { blockFields, itemWriter, transactionFields } from './itemFields.ts'
import { LogsText } from './logText.ts'
import { stateDiffWriter } from './stateDiffFields.ts'
import { traceWriter } from './traceFields.ts'

const nothing: SelectedItems = { logs: [], transactions: [], traces: [], stateDiffs: [] }

/** A JSON array with a line for each block, which can be found without parsing them. Its first line is the first block of the query. */
export class WindowText {
  /** The last block that is written; -1 before the first. */
  written = -1
  readonly #fromBlock: number
  readonly #blockAt: (number: number) => OutlinedBlock
  readonly #text = new RecordText()
  readonly #logs: LogsText
  readonly #writers: ReturnType<typeof itemWriters>
  /** Where the line of a block begins. */
  #start = 0

  constructor(
    { fromBlock, fields }: DataQuery,
    { node }: Pick<ReadContext, 'node'>,
    blockAt: (number: number) => OutlinedBlock,
  ) {
    this.#fromBlock = fromBlock
    this.#blockAt = blockAt
    this.#logs = new LogsText(fields.log, node.chain, this.#text)
    this.#writers = itemWriters(fields, node)
  }

  /** Writes a block with what is selected in it; returns the length of the line. */
  write(block: OutlinedBlock, { logs, transactions, traces, stateDiffs } = nothing): number {
    this.#begin(block)
    if (transactions.length > 0) {
      const { stored } = block
      const { transactions: all, receipts } = stored
      this.#writeList('transactions', transactions, (index) =>
        this.#writers.transaction({
          block: stored,
          index,
          transaction: all[index]!,
          receipt: receipts[index]!,
        }),
      )
    }
    if (logs.length > 0) {
      this.#text.write(logsMember)
      this.#logs.at(block, logs)
    }
    this.#writeList('traces', traces, this.#writers.trace)
    this.#writeList('stateDiffs', stateDiffs, this.#writers.stateDiff)
    return this.#end()
  }

  /** Writes a block with the logs that a search finds in it, if there are any. */
  writeFound(block: OutlinedBlock, search: LogSearch): { readonly logs: number; readonly length: number } {
    const logs = this.#logs.found(block, search, () => {
      this.#begin(block)
      this.#text.write(logsMember)
    })
    return { logs, length: logs === 0 ? 0 : this.#end() }
  }

  end(): JsonText {
    return this.#text.endWith('\n]')
  }

  #begin(block: OutlinedBlock): void {
    const { number } = block
    if (this.written < 0 && number !== this.#fromBlock) this.write(this.#blockAt(this.#fromBlock))
    this.#text.write(this.written < 0 ? '[\n' : ',\n')
    this.written = number
    this.#start = this.#text.length
    this.#text.write(`{"header":${this.#writers.header(block)}`)
  }

  /** Returns the length of the line. */
  #end(): number {
    this.#text.write('}')
    return this.#text.length - this.#start
  }

  #writeList<Item>(name: string, items: readonly Item[], write: (item: Item) => string): void {
    for (const [position, item] of items.entries()) {
      this.#text.write(position === 0 ? `,"${name}":[` : ',')
      this.#text.write(write(item))
    }
    if (items.length > 0) this.#text.write(']')
  }
}

const logsMember = ',"logs":'

function itemWriters(fields: DataQuery['fields'], { network }: Pick<ReadContext['node'], 'network'>) {
  const header = itemWriter(blockFields, ['number', 'hash', 'parentHash'], fields.block)
  return {
    header: (block: OutlinedBlock) => header({ block, network }),
    transaction: itemWriter(transactionFields, ['transactionIndex'], fields.transaction),
    trace: traceWriter(fields.trace),
    stateDiff: stateDiffWriter(fields.stateDiff),
  }
}
