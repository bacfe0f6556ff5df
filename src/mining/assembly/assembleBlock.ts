import type { BlockContext } from '../../execution/block/blockOptions.ts'
import { type BlockResult, executeBlock } from '../../execution/block/executeBlock.ts'
import { prepareState } from '../../execution/block/prepareState.ts'
import { BlockRejected } from '../../execution/block/rejection.ts'
import { hasSublists, sublistGasLimits } from '../../execution/block/sublists.ts'
import { EvmHost } from '../../execution/host/evmHost.ts'
import { executingBlock } from '../../execution/host/executionContext.ts'
import { isSequentialContract } from '../../execution/host/sequentialContracts.ts'
import { asHash } from '../../primitives/bytes.ts'
import type { Block } from '../../protocol/block.ts'
import { sealHeader } from '../../protocol/headers/hashes.ts'
import { type BlockHeader, gasLimitOf, type HeaderFields } from '../../protocol/headers/header.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { receiptsRoot, transactionsRoot } from '../../protocol/roots.ts'
import { remascTransaction } from '../../protocol/transactions/remasc.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { type BlockPlan, openHeader } from './openHeader.ts'
import { hasAcceptedPrice, Selection } from './selection.ts'
import { SublistPlan } from './sublistPlan.ts'

/** A block that lacks nothing but the proof of work. */
export interface AssembledBlock {
  readonly block: Block
  readonly result: BlockResult
  /** Transactions that no block can hold now. */
  readonly impossible: readonly Transaction[]
}

interface Assembly {
  /** Without transactions and their results. */
  readonly header: HeaderFields
  readonly plan: BlockPlan
  readonly candidates: () => Iterable<Transaction>
  readonly parentState: Trie
  readonly context: BlockContext
}

const parallelLists = 2

/** Nothing that runs in a block can see the block's own hash. */
const noHash = asHash(new Uint8Array(32))
const unsealed = (fields: HeaderFields): BlockHeader => ({ ...fields, hash: noHash })

/**
 * Makes the block that follows a parent. The candidates are tried in their order, divided into lists, and the
 * block is then executed as any node will execute it, so that its header tells the truth. `candidates` may be
 * asked several times.
 */
export function assembleBlock(
  plan: BlockPlan,
  candidates: () => Iterable<Transaction>,
  parentState: Trie,
  context: BlockContext,
): AssembledBlock {
  const header = openHeader(plan, context.network)
  const assembly = { header, plan, candidates, parentState, context }
  if (!hasSublists(rulesAt(context.network, header.number))) return assembleWith(0, assembly)
  try {
    return assembleAlone(assembly) ?? assembleWith(parallelLists, assembly)
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    // A transaction did something else in its final place than where it was tried, as TXINDEX made possible
    // before RSKIP191. With one list everything stays where it was tried.
    return assembleWith(0, assembly)
  }
}

/**
 * The block of a single candidate, which stands alone in a parallel list wherever it is tried: executing the block
 * is the trial. Undefined when there are more or none, or when that is no place for it.
 */
function assembleAlone(assembly: Assembly): AssembledBlock | undefined {
  const [alone, another] = firstTwo(assembly.candidates())
  if (alone === undefined || another !== undefined || !mayStandAlone(alone, assembly)) return undefined
  try {
    return complete({ transactions: [alone], edges: [1] }, [], assembly)
  } catch (error) {
    if (!(error instanceof BlockRejected)) throw error
    return undefined
  }
}

function mayStandAlone(transaction: Transaction, { header, context: { network } }: Assembly): boolean {
  const { to, gasLimitValue } = transaction
  if (to !== null && isSequentialContract(to)) return false
  const room = sublistGasLimits(Number(gasLimitOf(header)), network).parallel
  const rules = rulesAt(network, header.number)
  return gasLimitValue <= room && hasAcceptedPrice(transaction, header.minimumGasPrice ?? 0n, rules)
}

function firstTwo<Item>(items: Iterable<Item>): Item[] {
  const found: Item[] = []
  for (const item of items) if (found.push(item) === 2) break
  return found
}

function assembleWith(parallel: number, assembly: Assembly): AssembledBlock {
  const { lists, impossible } = select(parallel, assembly)
  return complete(lists, impossible, assembly)
}

function complete(
  lists: Pick<SublistPlan, 'transactions' | 'edges'>,
  impossible: readonly Transaction[],
  { header, plan, parentState, context }: Assembly,
): AssembledBlock {
  const { network } = context
  const transactions = [...lists.transactions, remascTransaction(header.number)]
  const ordered = { ...header, edges: header.edges && lists.edges }
  const { uncles } = plan
  const draft = { header: unsealed(ordered), transactions, uncles }
  const result = executeBlock(draft, parentState, context)

  const rules = rulesAt(network, header.number)
  const complete = {
    ...ordered,
    stateRoot: result.stateRoot,
    transactionsRoot: transactionsRoot(transactions, rules),
    receiptsRoot: receiptsRoot(result.receipts, rules),
    logsBloom: result.logsBloom,
    gasUsed: result.gasUsed,
    paidFees: result.paidFees,
  }
  return { block: { header: sealHeader(complete, network), transactions, uncles }, result, impossible }
}

function select(
  parallel: number,
  { header, candidates, parentState, context }: Assembly,
): { lists: SublistPlan; impossible: readonly Transaction[] } {
  const { network, chain, codes } = context
  const state = new State(parentState, codes)
  prepareState(state, network, header.number)
  const host = new EvmHost(state, { network, chain, block: executingBlock(unsealed(header)) })
  const inLists = hasSublists(host.rules)
  const blockLimit = Number(gasLimitOf(header))
  const limits = inLists ? sublistGasLimits(blockLimit, network) : { parallel: 0, sequential: blockLimit }
  const lists = new SublistPlan(limits, parallel)
  const selection = new Selection(host, lists, inLists ? 'by-block' : 'by-transaction')
  selection.run(candidates())
  return { lists, impossible: selection.impossible }
}
