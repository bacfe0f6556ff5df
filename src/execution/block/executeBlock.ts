import type { Engine } from '../../evm/execute.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { complete, type Steps } from '../../primitives/work/steps.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { unionOfBlooms } from '../../protocol/bloom.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { precompileAccountsOf } from '../../protocol/precompileAccounts.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { type AccessObserver, AccessTracker } from '../../state/accessTracker.ts'
import type { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { type ContractCreation, EvmHost, executingBlock } from '../host/evmHost.ts'
import { TransactionRejection } from '../transaction/transactionRejection.ts'
import { BlockRejected } from './blockRejected.ts'
import { hasSublists, type Sublist, sublistsOf } from './sublists.ts'
import { type ExecutedTransaction, TransactionList } from './transactionList.ts'

export interface BlockContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly codes: CodeCache
}

/** The observers of one transaction. */
export interface TransactionWatch {
  /** Sees every step, for which the transaction runs on the reference engine. */
  readonly tracer?: Tracer | undefined
  /** Receives every access to the state. */
  readonly accesses?: AccessObserver | undefined
}

export interface BlockOptions {
  /** Called before each transaction; one without a watch runs at full speed. */
  readonly watch?: (index: number, host: EvmHost) => TransactionWatch | undefined
  readonly engine?: Engine | undefined
  /** Polled at bounded intervals; when it returns true, the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: (() => boolean) | undefined
}

export interface StepwiseOptions extends BlockOptions {
  /** Position of the last transaction wanted. Parallel lists other than its own are not executed. */
  readonly last: number
}

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
export const executeBlock = (
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions = {},
): BlockResult => complete(executeInSteps(block, parentState, context, options))

/** `executeBlock` with a step for every transaction. */
export function* executeInSteps(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions = {},
): Steps<BlockResult> {
  const execution = new BlockExecution(block, parentState, context, options)
  const { host, executed: transactions } = execution
  for (const _ of execution.run()) yield
  const trie = host.state.commit()
  const receipts = transactions.map(({ receipt }) => receipt)
  return {
    state: trie,
    stateRoot: trie.hash(),
    transactions,
    receipts,
    gasUsed: gasOf(transactions),
    paidFees: feesOf(transactions),
    logsBloom: unionOfBlooms(receipts.filter(({ logs }) => logs.length > 0).map((each) => each.logsBloom)),
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
  const { last } = options
  return new BlockExecution(block, parentState, context, options).run({ index: last, end: last + 1 })
}

/** The state that the transaction at a position of a block sees before it runs. */
export function stateBefore(
  block: Block,
  index: number,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions,
): StateBefore {
  const execution = new BlockExecution(block, parentState, context, options)
  for (const _ of execution.run({ index, end: index }));
  return { state: execution.host.state, gasUsed: gasOf(execution.executed) }
}

/** The state on which the transactions of a block run, and what they see of the block. */
export function hostOf({ header }: Pick<Block, 'header'>, parentState: Trie, context: BlockContext): EvmHost {
  const { network, chain, codes } = context
  const state = new State(parentState, codes)
  prepareState(state, network, header.number)
  return new EvmHost(state, { network, chain, block: executingBlock(header) })
}

/** Creates the accounts of the precompiled contracts that the block activates, before its transactions run. */
export function prepareState(state: State, network: Network, height: number): void {
  for (const { address, overwrite } of precompileAccountsOf(network, height)) {
    if (overwrite || !state.exists(address)) state.createAccount(address, { keepBalance: false })
    state.markContract(address)
  }
}

/** Part of the execution of a block: what the transaction at `index` sees, up to `end` of its list. */
interface Wanted {
  readonly index: number
  readonly end: number
}

/** Runs the transaction lists of one block (RSKIP144) on one state. */
class BlockExecution {
  readonly host: EvmHost
  readonly executed: ExecutedTransaction[] = []
  readonly #block: Block
  readonly #options: BlockOptions

  constructor(block: Block, parentState: Trie, context: BlockContext, options: BlockOptions) {
    this.#block = block
    this.host = hostOf(block, parentState, context)
    this.#options = options
  }

  /**
   * Runs the lists one after another on the same state. The result is that of running them in parallel, because a
   * block in which one list uses what another wrote is rejected. A wanted transaction of a parallel list runs without
   * the other list.
   */
  *run(wanted?: Wanted): Generator<ExecutedTransaction, void, undefined> {
    const { network, rules, state } = this.host
    const { header, transactions } = this.#block
    const { parallel, sequential } = sublistsOf(header, transactions.length, network, rules)
    const own = wanted && parallel.find(({ start, end }) => wanted.index >= start && wanted.index < end)
    if (own !== undefined) {
      yield* this.#runParallelList({ ...own, end: wanted!.end })
      return
    }
    const trackers: AccessTracker[] = []
    const lists: TransactionList[] = []
    for (const sublist of parallel) {
      // A single list cannot conflict with another.
      if (parallel.length > 1) {
        const tracker = new AccessTracker()
        trackers.push(tracker)
        state.tracker = tracker
      }
      lists.push(yield* this.#runParallelList(sublist))
    }
    state.tracker = undefined
    const [first, second] = trackers
    if (first && second?.conflictsWith(first)) {
      throw new BlockRejected(
        'parallel-conflict',
        'both parallel lists use something that one of them writes',
      )
    }
    const list = new TransactionList(this.host, sequential.gasLimit, lists)
    const end = wanted?.end ?? sequential.end
    for (let index = sequential.start; index < end; index++) yield this.#execute(list, index)
  }

  *#runParallelList({
    start,
    end,
    gasLimit,
  }: Sublist): Generator<ExecutedTransaction, TransactionList, undefined> {
    const list = new TransactionList(this.host, gasLimit)
    for (let index = start; index < end; index++) {
      const executed = this.#execute(list, index)
      if (executed.isSequentialOnly) {
        throw new BlockRejected(
          'sequential-contract-in-parallel-list',
          `transaction ${index} calls the Bridge or REMASC in a parallel list`,
        )
      }
      yield executed
    }
    return list
  }

  #execute(list: TransactionList, index: number): ExecutedTransaction {
    const isRemasc = isRemascTransaction(this.#block, index)
    const feesTogether = hasSublists(this.host.rules)
    // RSKIP144: the fees of all lists reach REMASC just before it pays the miners.
    const fees = isRemasc && feesTogether ? feesOf(this.executed) : 0n
    if (fees > 0n) this.host.state.addBalance(remascAddress, fees)
    const { engine, watch, interrupt } = this.#options
    const { tracer, accesses } = watch?.(index, this.host) ?? {}
    const { state } = this.host
    const { tracker } = state
    if (accesses) state.tracker = accesses
    try {
      const executed = list.execute(this.#block.transactions[index]!, {
        index,
        isRemasc,
        feePayment: feesTogether ? 'by-block' : 'by-transaction',
        engine,
        tracer,
        interrupt,
      })
      this.executed.push(executed)
      return executed
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
      throw new BlockRejected('transaction', `transaction ${index}: ${error.message}`, { cause: error })
    } finally {
      state.tracker = tracker
    }
  }
}

const feesOf = (transactions: readonly ExecutedTransaction[]): bigint =>
  transactions.reduce((sum, { fee }) => sum + fee, 0n)

const gasOf = (transactions: readonly ExecutedTransaction[]): number =>
  transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0)
