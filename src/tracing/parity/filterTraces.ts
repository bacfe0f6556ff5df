import { MissingHistory } from '../../chain/storage/chainStart.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { ParticipantQuery } from '../../chain/traces/participantBlocks.ts'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { hasRemascForm } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { type DestructionNode, isCall, type OutlineOf } from '../calls/callTree.ts'
import { isCreation, senderOf } from '../calls/writeCalls.ts'
import { TraceError } from '../output/traceError.ts'
import { JsonArray } from '../output/traceOutput.ts'
import { historyMissing, timedOut } from '../replay/blockReplay.ts'
import type { TraceContext, TraceWriter } from '../replay/traceContext.ts'
import type { TraceFilter } from '../request/traceJob.ts'
import { type ParityTrace, parityTraces } from './parityTraces.ts'
import { readBlockCalls } from './readCalls.ts'
import { recordedCalls } from './recordedCalls.ts'
import { type TracePlace, traceText } from './traceText.ts'

/** The sender that is shown for the payment to the miners, which has no signature. */
const minersPaymentSender = asAddress(new Uint8Array(20))

/** Blocks that a filter may read from records of calls, for each one that it may execute. */
const readPerExecuted = 10

/**
 * Writes the traces that a filter selects, in the order of the chain, from the blocks that the index of participants has for the
 * addresses. Records of calls tell which transactions have such traces; a block without a record is executed. Stops at the
 * requested number of traces, and throws with a range that can be answered when it has done as much work as it may.
 */
export const filterTraces: TraceWriter<'parity-filter'> = (
  { filter, skipsRemasc = false },
  context,
  output,
) => {
  const { chain, maximumBlocks, maximumGas, shouldStop, pending, places } = context
  const { fromBlock, fromAddresses, toAddresses } = filter
  const toBlock = Math.min(filter.toBlock, chain.head.number)
  const start = places?.start(filter, skipsRemasc, chain)
  const page = new TracePage({ ...filter, after: start?.passed ?? filter.after }, new JsonArray(output))
  const selection = traceSelection(filter)
  const isShown = (transaction: Transaction): boolean => !(skipsRemasc && hasRemascForm(transaction))
  let gas = 0
  const onExecuted = (used: number): void => {
    gas += used
    context.onExecuted?.(used)
  }
  const addBlock = (block: StoredBlock): boolean => {
    const { transactions } = block
    const counts = recordedCalls(block, context)?.map((root, index) => {
      const transaction = transactions[index]!
      return isShown(transaction) ? countOf(selection(transaction, root)) : 0
    })
    const first = counts === undefined ? 0 : page.skip(counts)
    return readBlockCalls(
      block,
      { ...context, onExecuted },
      (root, place) => {
        const traces = selection(transactions[place.transactionPosition]!, root)
        for (const trace of traces) page.add(trace, place)
      },
      (transaction, index) =>
        index >= first &&
        !page.isFull &&
        isShown(transaction) &&
        (counts === undefined || counts[index]! > 0),
    )
  }
  let executed = 0
  let read = 0
  const participants = [fromAddresses, toAddresses]
  const query = { fromBlock: start?.number ?? fromBlock, toBlock, participants }
  for (const number of blocksFor(query, chain)) {
    if (page.isFull) break
    if (shouldStop()) throw outOfTime(fromBlock, number)
    if (gas > maximumGas || read++ >= readPerExecuted * maximumBlocks) {
      throw rangeTooLarge(fromBlock, number - 1)
    }
    // A reorganisation may have shortened the chain.
    const block = chain.select(number)
    if (block === undefined) break
    const passed = page.passed
    try {
      if (addBlock(block) && ++executed > maximumBlocks) throw rangeTooLarge(fromBlock, number - 1)
    } catch (error) {
      const isTimeout = error instanceof TraceError && error.code === 'timed-out'
      throw isTimeout ? outOfTime(fromBlock, number) : error
    }
    if (page.isFull)
      places?.end(filter, skipsRemasc, { number, hash: block.hash, passed: page.passed - passed })
  }
  // The chain may have grown by a block with the number of the pending one meanwhile.
  if (pending !== undefined && !page.isFull && pending.number > chain.head.number) addBlock(pending)
  page.end()
}

function blocksFor(query: ParticipantQuery, chain: TraceContext['chain']): Iterable<number> {
  try {
    return chain.blocksWithParticipants(query)
  } catch (error) {
    throw error instanceof MissingHistory ? historyMissing(error) : error
  }
}

/** The requested part of the list of traces. */
class TracePage {
  readonly #list: JsonArray
  #toSkip: number
  #remaining: number
  /** Traces that were skipped or added. */
  passed = 0

  constructor({ after, count }: TraceFilter, list: JsonArray) {
    this.#toSkip = after
    this.#remaining = count
    this.#list = list
  }

  get isFull(): boolean {
    return this.#remaining <= 0
  }

  /**
   * Skips the first transactions of a block as long as all their traces come before the page, from the number of traces of each.
   * Returns the position of the first transaction that it does not skip.
   */
  skip(counts: readonly number[]): number {
    for (const [index, count] of counts.entries()) {
      if (count > this.#toSkip) return index
      this.#toSkip -= count
      this.passed += count
    }
    return counts.length
  }

  add(trace: ParityTrace, place: TracePlace): void {
    if (this.isFull) return
    this.passed++
    if (this.#toSkip > 0) {
      this.#toSkip--
      return
    }
    this.#remaining--
    this.#list.add(traceText(trace, place))
  }

  end(): void {
    this.#list.end()
  }
}

type SelectTraces = <Call extends OutlineOf<Call>>(
  transaction: Transaction,
  root: Call,
) => Iterable<ParityTrace<Call>>

/**
 * Returns the function that selects traces of a transaction: all if its own sender and receiver match, as in the reference node;
 * of other transactions the calls, creations and self-destructions whose sender and receiver match.
 */
function traceSelection({ fromAddresses, toAddresses }: TraceFilter): SelectTraces {
  const isFrom = membership(fromAddresses)
  const isTo = membership(toAddresses)
  return function* select({ sender, to }, root) {
    const isWhole = isFrom(sender ?? minersPaymentSender) && isTo(to)
    for (const trace of parityTraces(root)) {
      const parties = isWhole ? undefined : partiesOf(trace.node)
      if (parties === undefined || (isFrom(parties.from) && isTo(parties.to))) yield trace
    }
  }
}

/** A creation has no receiver, as in the reference node. */
function partiesOf<Call extends OutlineOf<Call>>(
  node: Call | DestructionNode,
): { readonly from: Address; readonly to: Address | null } {
  if (!isCall(node)) return { from: node.destroyed, to: node.beneficiary }
  const { entry } = node
  return { from: senderOf(entry), to: isCreation(entry) ? null : entry.codeAddress }
}

function countOf(items: Iterable<unknown>): number {
  let count = 0
  for (const _ of items) count++
  return count
}

function membership(addresses: readonly Address[]): (address: Address | null) => boolean {
  if (addresses.length === 0) return () => true
  const keys = new Set(addresses.map(addressKey))
  return (address) => address !== null && keys.has(addressKey(address))
}

/** Names half of the blocks that were done: the same work may take longer the next time. */
const outOfTime = (fromBlock: number, number: number): TraceError =>
  rangeTooLarge(fromBlock, fromBlock + Math.floor((number - fromBlock) / 2) - 1)

/** In the words of refused log ranges, which indexers read. */
function rangeTooLarge(fromBlock: number, lastDone: number): TraceError {
  if (lastDone < fromBlock) return timedOut()
  const range = `[${toQuantity(fromBlock)}, ${toQuantity(lastDone)}]`
  return new TraceError(
    'too-large',
    `the range has too much to execute for one answer. Try with this block range ${range}.`,
  )
}
