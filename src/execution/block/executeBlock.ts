import type { Hash } from '../../primitives/bytes.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import type { Block } from '../../protocol/block.ts'
import { emptyBloom, unionOfBlooms } from '../../protocol/bloom.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import type { ContractCreation } from '../host/contractCreation.ts'
import { EvmHost } from '../host/evmHost.ts'
import { executingBlock } from '../host/executionContext.ts'
import { BlockExecution, feesOf } from './blockExecution.ts'
import type { BlockContext, BlockOptions, StepwiseOptions } from './blockOptions.ts'
import { prepareState } from './prepareState.ts'
import type { ExecutedTransaction } from './transactionList.ts'

export interface BlockResult {
  readonly state: Trie
  readonly stateRoot: Hash
  /** One for each transaction, in the order of the block. */
  readonly transactions: readonly ExecutedTransaction[]
  readonly receipts: readonly Receipt[]
  readonly gasUsed: number
  readonly paidFees: bigint
  readonly logsBloom: Uint8Array
  /** Map keys of the accounts that took part in calls, except the parties of the REMASC transaction. */
  readonly participants: ReadonlySet<string>
  readonly creations: readonly ContractCreation[]
}

/** The state within a block. */
export interface StateBefore {
  readonly state: State
  /** The gas of the transactions that were executed to reach it. */
  readonly gasUsed: number
}

/**
 * Executes a block that has passed the rules of headers and bodies on the state of its parent. Throws
 * `BlockRejected` when a transaction cannot be executed at its position. `verifyExecution` compares the result with
 * the header.
 */
export function executeBlock(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions = {},
): BlockResult {
  return complete(executeInSteps(block, parentState, context, options))
}

/** `executeBlock` with a step for every transaction. */
export function* executeInSteps(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions = {},
): Steps<BlockResult> {
  const host = hostOf(block, parentState, context)
  const transactions: ExecutedTransaction[] = []
  for (const executed of new BlockExecution(block, host, options).run()) {
    transactions.push(executed)
    yield
  }

  const receipts: Receipt[] = []
  let blockGas = 0
  for (const { receipt, gasUsed } of transactions) {
    receipts.push(receipt)
    blockGas += gasUsed
  }
  const trie = host.state.commit()
  context.latest?.keep(host.state, trie)
  return {
    state: trie,
    stateRoot: trie.hash(),
    transactions,
    receipts,
    gasUsed: blockGas,
    paidFees: feesOf(transactions),
    logsBloom: bloomOf(receipts),
    participants: host.participants,
    creations: host.creations,
  }
}

/**
 * Executes the transactions of a block up to `options.last`, each when the caller asks for it. The state is the one
 * that this transaction sees: without the changes of the other parallel list.
 */
export function executeStepwise(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: StepwiseOptions,
): Generator<ExecutedTransaction, void, undefined> {
  return new BlockExecution(block, hostOf(block, parentState, context), options).runUntil(options.last)
}

/** The state that the transaction at a position of a block sees before it runs. */
export function stateBefore(
  block: Block,
  index: number,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions,
): StateBefore {
  const host = hostOf(block, parentState, context)
  let gasUsed = 0
  for (const executed of new BlockExecution(block, host, options).runBefore(index))
    gasUsed += executed.gasUsed
  return { state: host.state, gasUsed }
}

function hostOf({ header }: Block, parentState: Trie, context: BlockContext): EvmHost {
  const { network, chain, codes, latest } = context
  const state = latest?.open(parentState, codes) ?? new State(parentState, codes)
  prepareState(state, network, header.number)
  return new EvmHost(state, { network, chain, block: executingBlock(header) })
}

/** Most receipts have no logs and therefore an empty bloom. */
function bloomOf(receipts: readonly Receipt[]): Uint8Array {
  const withLogs = receipts.filter(({ logs }) => logs.length > 0)
  return withLogs.length === 0 ? emptyBloom : unionOfBlooms(withLogs.map(({ logsBloom }) => logsBloom))
}
