import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { createdAddress } from '../../evm/contractAddress.ts'
import { type Address, equalBytes } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { isCall, type OutlineNode } from '../calls/callTree.ts'
import { TraceError } from '../output/traceError.ts'
import { readBlockCalls } from '../parity/readCalls.ts'
import { recordedCalls } from '../parity/recordedCalls.ts'
import { timedOut } from '../replay/blockReplay.ts'
import type { TraceContext, TraceWriter } from '../replay/traceContext.ts'
import type { TraceJob } from '../request/traceJob.ts'

/** Blocks of the index that a backward search reads first, enough for a page of a busy account, and at most at once. */
const firstStretchLength = 64
const maximumStretchLength = 65_536

/**
 * Writes the places of an account's transactions, newest first, and whether the chain has more beyond the page. The
 * index of participants names the blocks; the record of their calls names the transactions. A block without a record is
 * executed, so that the work is bounded by the size of the page and by the blocks that one filter may execute. In a block
 * that has neither a record nor the state before it, transactions and receipts name the positions.
 */
export const accountPage: TraceWriter<'account-page'> = (job, context, output) => {
  const { account, direction, size } = job
  const { maximumBlocks, shouldStop } = context
  const places: (readonly [block: number, position: number])[] = []
  let executed = 0
  let hasMore = false
  for (const number of direction === 'before' ? newestFirst(job, context) : oldestFirst(job, context.chain)) {
    if (shouldStop()) throw timedOut()
    hasMore = places.length >= size || executed === maximumBlocks
    if (hasMore) break
    const block = context.chain.select(number)
    // A reorganisation may have shortened the chain.
    if (block === undefined) continue
    const recorded = recordedCalls(block, context)
    if (recorded === undefined) executed++
    const positions = recorded
      ? recorded.flatMap((root, position) => (takesPart(root, account) ? [position] : []))
      : positionsIn(block, account, context)
    for (const position of positions) places.push([number, position])
  }
  places.sort(([block, position], [otherBlock, other]) => otherBlock - block || other - position)
  output.write(JSON.stringify({ places, hasMore }))
}

function positionsIn(block: StoredBlock, account: Address, context: TraceContext): number[] {
  try {
    return executedPositions(block, account, context)
  } catch (error) {
    if (!(error instanceof TraceError && error.code === 'state-missing')) throw error
    return recordedPositions(block, account)
  }
}

function executedPositions(block: StoredBlock, account: Address, context: TraceContext): number[] {
  const positions: number[] = []
  readBlockCalls(block, context, (root, { transactionPosition }) => {
    if (takesPart(root, account)) positions.push(transactionPosition)
  })
  return positions
}

function takesPart(node: OutlineNode, account: Address): boolean {
  const is = (other: Uint8Array): boolean => equalBytes(other, account)
  if (!isCall(node)) return is(node.destroyed) || is(node.beneficiary)
  const { caller, address, codeAddress } = node.entry
  return (
    is(caller) || is(address) || is(codeAddress) || node.children.some((child) => takesPart(child, account))
  )
}

function* newestFirst(
  { account, block }: TraceJob<'account-page'>,
  { chain, shouldStop }: TraceContext,
): Generator<number, void, undefined> {
  let toBlock = Math.min(block === undefined ? chain.head.number : block - 1, chain.head.number)
  for (let length = firstStretchLength; toBlock > 0; length = Math.min(2 * length, maximumStretchLength)) {
    if (shouldStop()) throw timedOut()
    const fromBlock = Math.max(1, toBlock - length + 1)
    const found = [...chain.blocksWithParticipants({ fromBlock, toBlock, participants: [[account]] })]
    yield* found.reverse()
    toBlock = fromBlock - 1
  }
}

const oldestFirst = ({ account, block = 0 }: TraceJob<'account-page'>, chain: Chain): Iterable<number> =>
  chain.blocksWithParticipants({
    fromBlock: block + 1,
    toBlock: chain.head.number,
    participants: [[account]],
  })

/** Gas of a transaction that runs no code. */
const plainPaymentGas = 21_000

/**
 * Positions of the transactions of a block in which an account takes part, for a block that cannot be executed because
 * its state is not stored: those that it sent or received, that created it, or in which it emitted events. If there is
 * none, the account took part in inner calls, and all transactions that ran code are returned.
 */
function recordedPositions({ transactions, receipts }: StoredBlock, account: Address): number[] {
  const positionsWhere = (matches: (transaction: Transaction, receipt: Receipt) => boolean): number[] =>
    transactions.flatMap((transaction, position) =>
      matches(transaction, receipts[position]!) ? [position] : [],
    )
  const direct = positionsWhere((transaction, receipt) => isNamed(account, transaction, receipt))
  if (direct.length > 0) return direct
  return positionsWhere(
    ({ to }, { gasUsed }) => gasUsed > plainPaymentGas && (to === null || !equalBytes(to, remascAddress)),
  )
}

function isNamed(account: Address, { sender, to, nonceValue }: Transaction, { logs }: Receipt): boolean {
  const is = (other: Uint8Array): boolean => equalBytes(other, account)
  if (to !== null && is(to)) return true
  if (sender !== undefined && (is(sender) || (to === null && is(createdAddress(sender, nonceValue))))) {
    return true
  }
  return logs.some(({ address }) => is(address))
}
