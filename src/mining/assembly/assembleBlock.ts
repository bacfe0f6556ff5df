import {
  type BlockContext,
  BlockExecution,
  type BlockResult,
  hostOf,
} from '../../execution/block/blockExecution.ts'
import { BlockRejected } from '../../execution/block/blockRejected.ts'
import { hasSublists, sublistGasLimits } from '../../execution/block/sublists.ts'
import { isSequentialContract } from '../../execution/host/nativeContracts.ts'
import type { Block } from '../../protocol/block.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { type BlockHeader, gasLimitOf } from '../../protocol/headers/header.ts'
import { type Rules, rulesAt } from '../../protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../protocol/roots.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { type BlockPlan, openHeader } from './openHeader.ts'
import { FaultyTransaction, hasAcceptedPrice, Selection } from './selection.ts'
import { SublistPlan } from './sublistPlan.ts'
import { WorkBound } from './workBound.ts'

/** A block that is complete except for the proof of work. */
export interface AssembledBlock {
  readonly block: Block
  readonly result: BlockResult
  /** Transactions that cannot be executed on the parent's state, so no block on it can have them. */
  readonly impossible: readonly Transaction[]
  /** Transactions that were left out because their execution failed unexpectedly. */
  readonly faults: readonly FaultyTransaction[]
}

interface Assembly {
  /** Without transactions and their results. */
  readonly header: BlockHeader
  readonly rules: Rules
  readonly plan: BlockPlan
  readonly candidates: () => Iterable<Transaction>
  readonly parentState: Trie
  readonly context: BlockContext
  readonly maximumWork: number | undefined
  readonly faults: readonly FaultyTransaction[]
}

const parallelLists = 2

/** After this many faults in one assembly the block is assembled without transactions, to bound the time. */
const maximumFaults = 16

/**
 * Makes the block that follows a parent. The candidates are tried in their order and divided into lists; then the
 * block is executed as every node executes it, and the results are written into its header. A candidate whose
 * execution throws is left out, and the assembly starts again on an untouched state. `candidates` may be called
 * several times. With `maximumWork`, in gas, the block is not filled further when choosing has taken that much; executing the
 * chosen ones takes as much again.
 */
export function assembleBlock(
  plan: BlockPlan,
  candidates: () => Iterable<Transaction>,
  parentState: Trie,
  context: BlockContext,
  maximumWork?: number,
): AssembledBlock {
  const header = openHeader(plan, context.network)
  const rules = rulesAt(context.network, header.number)
  const faults: FaultyTransaction[] = []
  for (;;) {
    const remaining = faults.length === 0 ? candidates : () => withoutFaults(candidates, faults)
    const assembly = { header, rules, plan, candidates: remaining, parentState, context, maximumWork, faults }
    try {
      if (!hasSublists(rules)) return assembleWith(0, assembly)
      return assembleAlone(assembly) ?? assembleInLists(assembly)
    } catch (error) {
      if (!(error instanceof FaultyTransaction)) throw error
      faults.push(error)
    }
  }
}

function* withoutFaults(
  candidates: () => Iterable<Transaction>,
  faults: readonly FaultyTransaction[],
): Generator<Transaction, void, undefined> {
  if (faults.length >= maximumFaults) return
  const faulty = new Set(faults.map(({ transaction }) => transaction))
  for (const candidate of candidates()) if (!faulty.has(candidate)) yield candidate
}

function assembleInLists(assembly: Assembly): AssembledBlock {
  try {
    return assembleWith(parallelLists, assembly)
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    // A transaction behaved differently at its final position, which TXINDEX allowed before RSKIP191. With one list
    // every transaction stays at the position where it was tried.
    return assembleWith(0, assembly)
  }
}

/**
 * The block of a single candidate, which is alone in a parallel list wherever it is tried, so the execution of the
 * block is the trial. Undefined if the number of candidates is not one, if it cannot be in a parallel list, or if the trial
 * has a bound.
 */
function assembleAlone(assembly: Assembly): AssembledBlock | undefined {
  const { header, rules, context, candidates, maximumWork } = assembly
  if (maximumWork !== undefined) return undefined
  const [alone, another] = candidates()
  if (alone === undefined || another !== undefined) return undefined
  const { parallel: room } = sublistGasLimits(Number(gasLimitOf(header)), context.network)
  if (alone.gasLimitValue > room || (alone.to !== null && isSequentialContract(alone.to))) return undefined
  if (!hasAcceptedPrice(alone, header.minimumGasPrice ?? 0n, rules)) return undefined
  try {
    return complete({ transactions: [alone], edges: [1] }, [], assembly)
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    return undefined
  }
}

function assembleWith(parallel: number, assembly: Assembly): AssembledBlock {
  const { lists, impossible } = select(parallel, assembly)
  return complete(lists, impossible, assembly)
}

/** Throws `FaultyTransaction` for a failure inside a transaction that no other division into lists can avoid. */
function complete(
  lists: Pick<SublistPlan, 'transactions' | 'edges'>,
  impossible: readonly Transaction[],
  assembly: Assembly,
): AssembledBlock {
  const { header, rules, plan, parentState, context, faults } = assembly
  const { uncles } = plan
  const transactions = [...lists.transactions, remascTransaction(header.number)]
  const ordered = { ...header, edges: header.edges && lists.edges }
  const execution = new BlockExecution({ header: ordered, transactions, uncles }, parentState, context)
  let result: BlockResult
  try {
    result = execution.complete()
  } catch (error) {
    const transaction = lists.transactions[execution.count]
    const isAboutLists = error instanceof BlockRejected && lists.edges.length > 0
    if (transaction === undefined || isAboutLists) throw error
    throw new FaultyTransaction(transaction, error)
  }
  const { stateRoot, receipts, logsBloom, gasUsed, paidFees } = result
  const fields = {
    ...ordered,
    stateRoot,
    transactionsRoot: transactionsRoot(transactions, rules),
    receiptsRoot: receiptsRoot(receipts, transactions, rules),
    logsBloom,
    gasUsed,
    paidFees,
  }
  const block = { header: sealHeader(fields, context.network), transactions, uncles }
  return { block, result, impossible, faults }
}

function select(
  parallel: number,
  { header, rules, plan, candidates, parentState, context, maximumWork }: Assembly,
): { lists: SublistPlan; impossible: readonly Transaction[] } {
  const { network } = context
  const host = hostOf({ header }, parentState, context)
  const inLists = hasSublists(rules)
  const blockLimit = Number(gasLimitOf(header))
  const limits = inLists ? sublistGasLimits(blockLimit, network) : { parallel: 0, sequential: blockLimit }
  const lists = new SublistPlan(limits, parallel)
  const selection = new Selection(host, lists, {
    feePayment: inLists ? 'by-block' : 'by-transaction',
    maximumTransactions: plan.maximumTransactions ?? Number.POSITIVE_INFINITY,
    parentState: host.rules.rskip545 ? new State(parentState, context.codes) : undefined,
    bound: maximumWork === undefined ? undefined : new WorkBound(maximumWork),
  })
  selection.run(candidates())
  return { lists, impossible: selection.impossible }
}
