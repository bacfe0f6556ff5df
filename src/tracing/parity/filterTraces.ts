import { MissingHistory } from '../../chain/storage/chainStart.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { ParticipantQuery } from '../../chain/traces/participantBlocks.ts'
import { type Address, asAddress } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { hasRemascForm } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { CallNode } from '../calls/callTree.ts'
import { TraceError } from '../output/traceError.ts'
import { JsonArray } from '../output/traceOutput.ts'
import { historyMissing, timedOut } from '../replay/blockReplay.ts'
import type { TraceContext, TraceWriter } from '../replay/traceContext.ts'
import type { TraceFilter } from '../request/traceJob.ts'
import { parityTraces } from './parityTraces.ts'
import { readBlockCalls } from './readCalls.ts'
import { recordedCalls } from './recordedCalls.ts'
import { type TracePlace, traceText } from './traceText.ts'

/** The sender that is shown for the payment to the miners, which has no signature. */
const minersPaymentSender = asAddress(new Uint8Array(20))

/**
 * Writes the traces of the blocks that the index has for the addresses, in the order of the chain. Stops at the
 * requested number of traces, and throws if it has to execute more blocks than allowed; blocks with complete records do
 * not count.
 */
export const filterTraces: TraceWriter<'parity-filter'> = (
  { filter, skipsRemasc = false },
  context,
  output,
) => {
  const { chain, maximumBlocks, shouldStop, pending } = context
  const { fromBlock, fromAddresses, toAddresses } = filter
  const toBlock = Math.min(filter.toBlock, chain.head.number)
  const page = new TracePage(filter, new JsonArray(output))
  const matches = transactionMatcher(filter)
  const isWanted = (transaction: Transaction): boolean =>
    matches(transaction) && !(skipsRemasc && hasRemascForm(transaction))
  const addCalls = (root: CallNode, place: TracePlace): void => page.add(root, place)
  const addBlock = (block: StoredBlock): boolean => {
    const start = page.skipRecorded(block, context, isWanted)
    return readBlockCalls(
      block,
      context,
      addCalls,
      (transaction, index) => index >= start && !page.isFull && isWanted(transaction),
    )
  }
  let executed = 0
  const participants = [fromAddresses, toAddresses]
  for (const number of blocksFor({ fromBlock, toBlock, participants }, chain)) {
    if (page.isFull) break
    if (shouldStop()) throw timedOut()
    // A reorganisation may have shortened the chain.
    const block = chain.select(number)
    if (block === undefined) break
    if (addBlock(block) && ++executed > maximumBlocks) throw rangeTooLarge(fromBlock, number - 1)
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

  constructor({ after, count }: TraceFilter, list: JsonArray) {
    this.#toSkip = after
    this.#remaining = count
    this.#list = list
  }

  get isFull(): boolean {
    return this.#remaining <= 0
  }

  /**
   * Skips the first recorded transactions of a block as long as all their traces come before the page. Returns the
   * position of the first transaction that it does not skip.
   */
  skipRecorded(
    block: StoredBlock,
    context: TraceContext,
    isWanted: (transaction: Transaction) => boolean,
  ): number {
    const recorded = this.#toSkip > 0 ? recordedCalls(block, context) : undefined
    if (recorded === undefined) return 0
    for (const [index, root] of recorded.entries()) {
      const count = isWanted(block.transactions[index]!) ? [...parityTraces(root)].length : 0
      if (count > this.#toSkip) return index
      this.#toSkip -= count
    }
    return recorded.length
  }

  add(root: CallNode, place: TracePlace): void {
    for (const trace of parityTraces(root)) {
      if (this.isFull) return
      if (this.#toSkip > 0) {
        this.#toSkip--
        continue
      }
      this.#remaining--
      this.#list.add(traceText(trace, place))
    }
  }

  end(): void {
    this.#list.end()
  }
}

/** Matches sender and receiver of the transaction; its inner calls are not compared. */
function transactionMatcher({
  fromAddresses,
  toAddresses,
}: TraceFilter): (transaction: Transaction) => boolean {
  const isFrom = membership(fromAddresses)
  const isTo = membership(toAddresses)
  return ({ sender, to }) => isFrom(sender ?? minersPaymentSender) && isTo(to)
}

function membership(addresses: readonly Address[]): (address: Address | null) => boolean {
  if (addresses.length === 0) return () => true
  const keys = new Set(addresses.map(addressKey))
  return (address) => address !== null && keys.has(addressKey(address))
}

const rangeTooLarge = (fromBlock: number, lastDone: number): TraceError =>
  new TraceError(
    'too-large',
    `the range has too many blocks for one answer: request blocks ${fromBlock} to ${lastDone}, then the rest`,
  )
