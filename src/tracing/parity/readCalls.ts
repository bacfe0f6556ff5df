import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { type CallNode, type CallOutline, CallTree } from '../calls/callTree.ts'
import { replayBlock, replayTransaction } from '../replay/blockReplay.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import type { TransactionTrace } from '../replay/transactionTrace.ts'
import { outermost, parityData, recordedCalls, wholeCalls } from './recordedCalls.ts'
import type { TracePlace } from './traceText.ts'

/** Called with the calls of each transaction. */
export type CallsReader = (root: CallNode, place: TracePlace) => void

/** The same without inputs and outputs. */
export type OutlineReader = (root: CallOutline, place: TracePlace) => void

/**
 * Reads the calls of each wanted transaction of a block in order, with the shown data, by default those of Parity's
 * traces; the genesis block has no transactions. Executes a transaction if the block's record of calls lacks some data.
 * Returns false if the record was complete.
 */
export function readBlockCalls(
  block: StoredBlock,
  context: TraceContext,
  read: CallsReader,
  isWanted: (transaction: Transaction, index: number) => boolean = () => true,
  shown = parityData,
): boolean {
  if (block.number === 0) return true
  const { transactions } = block
  const recorded = recordedCalls(block, context)
  const known = transactions.map(({ data }, index) => recorded && wholeCalls(recorded[index]!, data, shown))
  const isMissing = (index: number): boolean =>
    known[index] === undefined && isWanted(transactions[index]!, index)
  let next = 0
  const readKnown = (end: number): void => {
    for (; next < end; next++) {
      const root = known[next]
      if (root !== undefined && isWanted(transactions[next]!, next)) read(root, placeOf(block, next))
    }
  }
  const last = transactions.findLastIndex((_, index) => isMissing(index))
  replayBlock(block, context, last, (index) => {
    if (!isMissing(index)) return undefined
    return treeReading(block, index, context, (root, place) => {
      readKnown(index)
      read(root, place)
    })
  })
  readKnown(transactions.length)
  return recorded === undefined || last >= 0
}

/** Reads the calls of a transaction, from the record of its block if that has all shown data. */
export function readTransactionCalls(
  block: StoredBlock,
  index: number,
  context: TraceContext,
  read: CallsReader,
  shown = parityData,
): void {
  const recorded = recordedCalls(block, context)?.[index]
  const known = recorded && wholeCalls(recorded, block.transactions[index]!.data, shown)
  if (known !== undefined) read(known, placeOf(block, index))
  else replayTransaction(block, index, context, treeReading(block, index, context, read))
}

/** Reads the calls of each transaction of a block without their data. Executes the block if they are not recorded. */
export function readBlockOutlines(block: StoredBlock, context: TraceContext, read: OutlineReader): void {
  const recorded = recordedCalls(block, context)
  if (recorded === undefined) readBlockCalls(block, context, read)
  else for (const [index, root] of recorded.entries()) read(root, placeOf(block, index))
}

const placeOf = ({ hash, number, transactions }: StoredBlock, index: number): TracePlace => ({
  blockHash: hash,
  blockNumber: number,
  transactionHash: transactions[index]!.hash,
  transactionPosition: index,
})

function treeReading(
  block: StoredBlock,
  index: number,
  { maximumLength }: TraceContext,
  read: CallsReader,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  const { gasLimitValue } = block.transactions[index]!
  return {
    watch: () => ({ tracer: tree }),
    ended({ gasUsed, success }): void {
      const root = outermost(tree.root, gasLimitValue, gasUsed, success)
      read(root, placeOf(block, index))
    },
  }
}
