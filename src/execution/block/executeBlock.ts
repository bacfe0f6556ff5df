import type { Engine } from '../../evm/execute.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { unionOfBlooms } from '../../protocol/bloom.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { type AccessObserver, AccessTracker } from '../../state/accessTracker.ts'
import type { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { EvmHost } from '../evmHost.ts'
import { executingBlock } from '../executionContext.ts'
import { TransactionRejection } from '../transaction/rejection.ts'
import { prepareState } from './prepareState.ts'
import { BlockRejected } from './rejection.ts'
import { hasSublists, type Sublist, type Sublists, sublistsOf } from './sublists.ts'
import { type ExecutedTransaction, TransactionList } from './transactionList.ts'

export interface BlockContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly codes: CodeCache
}

/** Who watches a transaction. */
export interface TransactionWatch {
  /** Sees every step, which takes the reference engine. */
  readonly tracer?: Tracer | undefined
  /** Hears of every access to the state. */
  readonly accesses?: AccessObserver | undefined
}

export interface BlockOptions {
  /** Asked before each transaction; those that nobody watches run at full speed. */
  readonly watch?: (index: number, host: EvmHost) => TransactionWatch | undefined
  readonly engine?: Engine
  /** Polled at bounded intervals; when it answers true the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: () => boolean
}

export interface StepwiseOptions extends BlockOptions {
  /** Position of the last transaction wanted: of the lists beside its own, nothing is executed. */
  readonly last: number
}

export interface BlockResult {
  readonly state: Trie
  readonly stateRoot: Hash
  /** One for each transaction, in their order. */
  readonly transactions: readonly ExecutedTransaction[]
  readonly receipts: readonly Receipt[]
  readonly gasUsed: number
  readonly paidFees: bigint
  readonly logsBloom: Uint8Array
  /** Map keys of the accounts that took part in calls, except the parties of the payment to the miners. */
  readonly participants: ReadonlySet<string>
}

/**
 * Executes a block that has passed the rules of headers and bodies on the state of its parent. Throws
 * `BlockRejected` when a transaction cannot be executed where it stands. Whether the header tells the truth
 * about the result is for `verifyExecution`.
 */
export function executeBlock(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: BlockOptions = {},
): BlockResult {
  const host = hostOf(block, parentState, context)
  const transactions = [...new BlockExecution(block, host, options).run()]

  const receipts = transactions.map(({ receipt }) => receipt)
  const trie = host.state.commit()
  return {
    state: trie,
    stateRoot: trie.hash(),
    transactions,
    receipts,
    gasUsed: transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0),
    paidFees: feesOf(transactions),
    logsBloom: bloomOf(receipts),
    participants: host.participants,
  }
}

/**
 * Executes the transactions of a block up to one of them, each when it is asked for. Their state is what that
 * one sees: without what the parallel lists beside its own do.
 */
export function executeStepwise(
  block: Block,
  parentState: Trie,
  context: BlockContext,
  options: StepwiseOptions,
): Generator<ExecutedTransaction, void, undefined> {
  return new BlockExecution(block, hostOf(block, parentState, context), options).runUntil(options.last)
}

function hostOf({ header }: Block, parentState: Trie, { network, chain, codes }: BlockContext): EvmHost {
  const state = new State(parentState, codes)
  prepareState(state, network, header.number)
  return new EvmHost(state, { network, chain, block: executingBlock(header) })
}

const nobodyWatches: TransactionWatch = {}

/** The lists of one block, on one state. */
class BlockExecution {
  readonly #block: Block
  readonly #host: EvmHost
  readonly #options: BlockOptions
  readonly #executed: ExecutedTransaction[] = []

  constructor(block: Block, host: EvmHost, options: BlockOptions) {
    this.#block = block
    this.#host = host
    this.#options = options
  }

  /** In the order of the block. */
  run(): Generator<ExecutedTransaction, void, undefined> {
    return this.#runLists(this.#sublists())
  }

  *runUntil(last: number): Generator<ExecutedTransaction, void, undefined> {
    const { parallel, sequential } = this.#sublists()
    const own = parallel.find(({ start, end }) => last >= start && last < end)
    if (own) yield* this.#runParallelList({ ...own, end: last + 1 })
    else yield* this.#runLists({ parallel, sequential: { ...sequential, end: last + 1 } })
  }

  #sublists(): Sublists {
    const { network, rules } = this.#host
    return sublistsOf(this.#block.header, this.#block.transactions.length, network, rules)
  }

  *#runLists({ parallel, sequential }: Sublists): Generator<ExecutedTransaction, void, undefined> {
    const parallelLists = yield* this.#runParallel(parallel)
    const list = new TransactionList(this.#host, sequential.gasLimit, parallelLists)
    for (let index = sequential.start; index < sequential.end; index++) yield this.#execute(list, index)
  }

  /**
   * The lists run one after another on the same state. That is the same as side by side, because a block in
   * which one list uses what another wrote is refused.
   */
  *#runParallel(sublists: readonly Sublist[]): Generator<ExecutedTransaction, TransactionList[], undefined> {
    const { state } = this.#host
    const trackers: AccessTracker[] = []
    const lists: TransactionList[] = []
    for (const sublist of sublists) {
      // A single list has nothing to collide with.
      if (sublists.length > 1) trackers.push((state.tracker = new AccessTracker()))
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
    return lists
  }

  *#runParallelList({
    start,
    end,
    gasLimit,
  }: Sublist): Generator<ExecutedTransaction, TransactionList, undefined> {
    const list = new TransactionList(this.#host, gasLimit)
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
    const feesTogether = hasSublists(this.#host.rules)
    if (isRemasc && feesTogether) this.#payFees()
    const { engine, watch, interrupt } = this.#options
    const { tracer, accesses } = watch?.(index, this.#host) ?? nobodyWatches
    const { state } = this.#host
    const { tracker } = state
    if (accesses) state.tracker = accesses
    try {
      const executed = list.execute(this.#block.transactions[index]!, {
        index,
        isRemasc,
        feePayment: feesTogether ? 'by-block' : 'by-transaction',
        ...(engine && { engine }),
        ...(tracer && { tracer }),
        ...(interrupt && { interrupt }),
      })
      this.#executed.push(executed)
      return executed
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
      throw new BlockRejected('transaction', `transaction ${index}: ${error.message}`, { cause: error })
    } finally {
      state.tracker = tracker
    }
  }

  /** RSKIP144: the fees of all lists reach REMASC just before it pays the miners. */
  #payFees(): void {
    const fees = feesOf(this.#executed)
    if (fees > 0n) this.#host.state.addBalance(remascAddress, fees)
  }
}

/** Most receipts have no logs, and then an empty bloom. */
const bloomOf = (receipts: readonly Receipt[]): Uint8Array =>
  unionOfBlooms(receipts.filter(({ logs }) => logs.length > 0).map(({ logsBloom }) => logsBloom))

const feesOf = (transactions: readonly ExecutedTransaction[]): bigint =>
  transactions.reduce((sum, { fee }) => sum + fee, 0n)
