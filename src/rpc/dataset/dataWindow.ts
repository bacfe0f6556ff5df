import type { Chain } from '../../chain/chain.ts'
import type { SearchStep } from '../../chain/logs/searchStep.ts'
import { finalizedNumber } from '../../chain/selector.ts'
import { MissingHistory } from '../../chain/storage/chainStart.ts'
import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'
import { StateNotKept } from '../../chain/storage/stateNotKept.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { LogSearch } from '../../chain/storage/storedReceipts.ts'
import { equalBytes, type Hash } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { TraceError } from '../../tracing/output/traceError.ts'
import { prices, unitsOfGas, unitsOfValues } from '../budget/workPrices.ts'
import { branchOfQueryLeft, wrongDataQuery } from '../errors/errors.ts'
import { changesSince } from '../history/changesSince.ts'
import { JsonText } from '../json/jsonText.ts'
import type { ReadContext } from '../method/context.ts'
import { blockSelection, type SelectedItems, searchOfLogs } from './blockSelection.ts'
import type { DataQuery } from './dataQuery.ts'
import { matchingBlocks } from './matchingBlocks.ts'
import { shownData } from './traceFields.ts'
import { WindowText } from './windowText.ts'

/** Which blocks a query may reach: those up to the best one, or up to the newest final one. */
export type DataScope = 'latest' | 'finalized'

/*
 * A window ends with the block that reaches one of these, so that it costs a reader thread some tenths of a second at most and
 * a client that reads slowly holds little.
 */
const windowCharacters = 1 << 20
const windowBlocks = 5_000
const windowGas = 25_000_000
/** Checked after each part of the range whose index is searched. */
const windowPostings = 100_000
/** Blocks whose index is searched at once; twice as many after each part of the range in which no block matches. */
const searchedBlocks = 65_536
/** Reading a block takes as long as this many values of the trie, reading a posting of the index half of one. */
const valuesPerBlock = 2
const valuesPerPosting = 0.5
/** Preparing a value of a query for comparisons takes a tenth of the time of reading a value of the trie. */
const valuesPerListed = 0.1
/**
 * The maximum work to read and write the logs of a block, by its gas: 16,000 empty logs of 6.5 million gas take 150 ms. It is
 * counted before, because reading the logs of a block cannot be interrupted.
 */
const unitsPerLogGas = 3_000 / 6_500_000
/** With this many requests for logs, comparing the logs of a block takes as long as reading and writing them. */
const requestsPerRead = 100
/** The least gas of a transaction; reading one takes as long as a value of the trie. */
const gasPerTransaction = 21_000
/** The most blocks in the answer to a client whose branch the chain has left. */
const toldBlocks = 50
/** The most blocks of a client's branch that are read to find where it leaves the chain. */
const maximumLeft = 10_000

/**
 * The first blocks of a query as a JSON array, a line for each: the first and the last block of the covered range, and
 * those between in which the query selects something. The range ends where the window is full; the next one begins after its
 * last block. Empty when the first block does not exist yet.
 */
export function dataWindow(query: DataQuery, scope: DataScope, context: ReadContext): JsonText {
  try {
    return windowOf(query, scope, context)
  } catch (error) {
    throw isAboutHistory(error) ? wrongDataQuery(error.message) : error
  }
}

const isAboutHistory = (error: unknown): error is Error =>
  error instanceof MissingHistory ||
  error instanceof StateNotKept ||
  (error instanceof TraceError && error.code === 'state-missing')

function windowOf(query: DataQuery, scope: DataScope, context: ReadContext): JsonText {
  const { chain, network } = context.node
  const { fromBlock, parentBlockHash, valueCount } = query
  context.work.add(unitsOfValues(valueCount * valuesPerListed))
  if (chain.firstNumber > 0 && fromBlock <= chain.firstNumber) {
    throw wrongDataQuery(`fromBlock must be above ${chain.firstNumber}, at which this chain was forked`)
  }
  chain.requireBlock(fromBlock)
  if (parentBlockHash !== undefined) expectParent(parentBlockHash, fromBlock, context)
  const head = chain.head.number
  const newest = scope === 'finalized' ? finalizedNumber(head, network) : head
  const last = Math.min(query.toBlock ?? newest, newest)
  if (fromBlock > last) return new JsonText('[]')
  return new Window(query, last, context).text()
}

/** The items of a block that was written, and the length of its text. */
interface WrittenItems {
  readonly logs: number
  readonly others: number
  readonly length: number
}

class Window {
  readonly #query: DataQuery
  readonly #last: number
  readonly #context: ReadContext
  readonly #text: WindowText
  #characters = 0
  #blocks = 0
  #gas = 0
  #postings = 0

  constructor(query: DataQuery, last: number, context: ReadContext) {
    this.#query = query
    this.#last = last
    this.#context = context
    this.#text = new WindowText(query, context, (number) => this.#block(number))
  }

  text(): JsonText {
    const covered = this.#fill()
    // It has not been written if nothing was selected in it.
    if (this.#text.written !== covered) this.#write(this.#block(covered))
    return this.#text.end()
  }

  /** Writes blocks until the window is full; returns the last block of the covered range. */
  #fill(): number {
    const { node, work, isOver } = this.#context
    const { chain } = node
    const { fromBlock } = this.#query
    const search = searchOfLogs(this.#query)
    const writeBlock = search === undefined ? this.#itemWriting() : this.#logWriting(search)
    const isFull = (): boolean =>
      this.#characters >= windowCharacters ||
      this.#blocks >= windowBlocks ||
      this.#gas >= windowGas ||
      isOver()
    const onStep = ({ postings = 0 }: SearchStep): void => {
      work.add(unitsOfValues(postings * valuesPerPosting))
      this.#postings += postings
    }
    const unitsPerGas = unitsPerGasOf(this.#query)
    let length = searchedBlocks
    for (let from = fromBlock; from <= this.#last; ) {
      const to = Math.min(this.#last, from + length - 1)
      const before = this.#blocks
      for (const number of matchingBlocks(this.#query, from, to, chain, onStep)) {
        work.add(unitsOfValues(valuesPerBlock))
        const block = this.#block(number)
        work.expect(block.gasUsed * unitsPerGas)
        this.#blocks++
        writeBlock(block)
        if (isFull()) return number
      }
      if (isFull() || this.#postings >= windowPostings) return to
      from = to + 1
      if (this.#blocks === before) length *= 2
    }
    return this.#last
  }

  /** Writes the logs of a block as they are found. */
  #logWriting(search: LogSearch): (block: OutlinedBlock) => void {
    const { includeAllBlocks } = this.#query
    return (block) => {
      const { logs, length } = this.#text.writeFound(block, search)
      if (logs > 0) this.#count({ logs, others: 0, length })
      else if (includeAllBlocks) this.#write(block)
    }
  }

  /** Writes items of all kinds after all of a block have been selected. */
  #itemWriting(): (block: OutlinedBlock) => void {
    const { node, work, settings } = this.#context
    const { includeAllBlocks } = this.#query
    const shown = shownData(this.#query.fields.trace)
    const addGas = (gas: number, runs?: number): void => {
      this.#gas += gas
      work.addGas(gas, runs)
    }
    const select = blockSelection(this.#query, {
      chain: node.chain,
      skipsRemasc: settings.development?.skipsRemasc === true,
      readCalls: (block, selection, read) => {
        work.expect(unitsOfGas(block.header.gasUsed))
        node.traces.readCalls(block, { ...selection, shown }, read, { addGas })
      },
      readChanges: (block, isWanted, read) => {
        work.expect(unitsOfGas(block.header.gasUsed))
        node.traces.readChanges(block, isWanted, read, { addGas })
      },
    })
    return (block) => {
      const selected = select(block)
      if (includeAllBlocks || isSomething(selected)) this.#write(block, selected)
    }
  }

  #block(number: number): OutlinedBlock {
    const block = this.#context.node.chain.outline(number)
    if (block === undefined) throw notStored(number)
    return block
  }

  #write(block: OutlinedBlock, selected?: SelectedItems): void {
    const logs = selected?.logs.length ?? 0
    const lists = selected === undefined ? [] : Object.values(selected)
    const items = lists.reduce((sum, { length }) => sum + length, 0)
    this.#count({ logs, others: items - logs, length: this.#text.write(block, selected) })
  }

  /** Counts a written block with its items. */
  #count({ logs, others, length }: WrittenItems): void {
    const { work } = this.#context
    work.addLogs(1 + logs + others)
    work.addDone(logs * prices.logItem + (1 + others) * prices.item)
    this.#characters += length
  }
}

/** The maximum work to compare the logs and transactions of a block, by its gas. */
function unitsPerGasOf({ logs, transactions }: DataQuery): number {
  const forLogs = logs.length === 0 ? 0 : unitsPerLogGas * (1 + logs.length / requestsPerRead)
  return forLogs + (transactions.length === 0 ? 0 : unitsOfValues(1 / gasPerTransaction))
}

function expectBlock(number: number, chain: Pick<Chain, 'select'>): StoredBlock {
  const block = chain.select(number)
  if (block === undefined) throw notStored(number)
  return block
}

const notStored = (number: number): Error => new Error(`block ${number} of the best chain is not stored`)
const isSomething = (selected: SelectedItems): boolean =>
  Object.values(selected).some(({ length }) => length > 0)

/** Throws unless a block is the parent of the one with this number, as far as the chain has it. */
function expectParent(parent: Hash, number: number, { node: { chain }, work }: ReadContext): void {
  const { head } = chain
  if (number === 0) return
  if (number <= head.number && equalBytes(expectBlock(number, chain).header.parentHash, parent)) return
  const onLeft = (): void => work.add(unitsOfValues(1))
  const changes = changesSince({ number: number - 1, hash: parent }, chain, { maximumLeft, onLeft })
  // A client that has seen a longer chain waits, unless its block is one that this chain has left.
  if (changes === 'ahead') return
  const common = changes === 'unknown' ? undefined : changes.common
  if (common !== undefined && equalBytes(common.hash, parent) && common.number === number - 1) return
  work.add(unitsOfValues(toldBlocks))
  const listed = previousBlocks(common?.number, Math.min(number - 1, head.number), chain)
  throw branchOfQueryLeft(listed, common && named(common))
}

const named = ({ number, hash }: StoredBlock) => ({ number, hash: toHex(hash) })

/** Blocks of the best chain up to a number, ascending: those from a common block on, or without one the newest ones. */
function previousBlocks(
  meeting: number | undefined,
  newest: number,
  chain: Chain,
): { number: number; hash: string }[] {
  const oldest = Math.max(chain.firstNumber, Math.min(meeting ?? newest - toldBlocks + 1, newest))
  const blocks: { number: number; hash: string }[] = []
  for (let number = oldest; number <= newest && blocks.length < toldBlocks; number++) {
    const block = chain.select(number)
    if (block !== undefined) blocks.push(named(block))
  }
  return blocks
}
