import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { type CallNode, CallTree } from '../calls/callTree.ts'
import { replayBlock, replayTransaction } from '../replay/blockReplay.ts'
import type { TraceContext } from '../replay/traceContext.ts'
import type { TransactionTrace } from '../replay/transactionTrace.ts'
import type { TracePlace } from './traceText.ts'

/** Called with the calls of each transaction. */
export type CallsReader = (root: CallNode, place: TracePlace) => void

/** Reads the calls of each wanted transaction of a block; the genesis block has no transactions. */
export function readBlockCalls(
  block: StoredBlock,
  context: TraceContext,
  read: CallsReader,
  isWanted: (transaction: Transaction, index: number) => boolean = () => true,
): void {
  if (block.number === 0) return
  const { transactions } = block
  replayBlock(block, context, (index) =>
    isWanted(transactions[index]!, index) ? treeReading(block, index, context, read) : undefined,
  )
}

export function readTransactionCalls(
  block: StoredBlock,
  index: number,
  context: TraceContext,
  read: CallsReader,
): void {
  replayTransaction(block, index, context, treeReading(block, index, context, read))
}

function treeReading(
  { hash, number, transactions, receipts }: StoredBlock,
  index: number,
  { maximumLength }: TraceContext,
  read: CallsReader,
): TransactionTrace {
  const tree = new CallTree(maximumLength)
  const transaction = transactions[index]!
  return {
    watch: () => ({ tracer: tree }),
    ended({ gasUsed }): void {
      const place = {
        blockHash: hash,
        blockNumber: number,
        transactionHash: transaction.hash,
        transactionPosition: index,
      }
      const root = outermost(tree.root, transaction.gasLimitValue, gasUsed, receipts[index]!.success)
      read(root, place)
    },
  }
}

/**
 * The outermost call has the gas of the transaction, with the intrinsic gas. The reference node shows a gas limit of
 * zero if no code ran, and a failed precompiled contract as a success if the receipt is one.
 */
export function outermost(root: CallNode, gasLimit: bigint, gasUsed: number, isSuccess: boolean): CallNode {
  const { entry, exit } = root
  const gas = entry.hasCode ? Number(gasLimit) : 0
  const ending = isSuccess ? ({ status: 'success', cause: undefined } as const) : {}
  return { ...root, entry: { ...entry, gas }, exit: { ...exit, ...ending, gasUsed } }
}
