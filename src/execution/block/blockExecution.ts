import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { AccessTracker } from '../../state/accessTracker.ts'
import type { EvmHost } from '../host/evmHost.ts'
import { TransactionRejection } from '../transaction/rejection.ts'
import type { BlockOptions, TransactionWatch } from './blockOptions.ts'
import { BlockRejected } from './rejection.ts'
import { hasSublists, type Sublist, type Sublists, sublistsOf } from './sublists.ts'
import { type ExecutedTransaction, TransactionList } from './transactionList.ts'

const unwatched: TransactionWatch = {}

/** Runs the transaction lists of one block (RSKIP144) on one state. */
export class BlockExecution {
  readonly #block: Block
  readonly #host: EvmHost
  readonly #options: BlockOptions
  readonly #executed: ExecutedTransaction[] = []

  constructor(block: Block, host: EvmHost, options: BlockOptions) {
    this.#block = block
    this.#host = host
    this.#options = options
  }

  /** All transactions in the order of the block. */
  run(): Generator<ExecutedTransaction, void, undefined> {
    return this.#runLists(this.#sublists())
  }

  /** The transactions before and at position `last`. Its own parallel list runs without the other one. */
  runUntil(last: number): Generator<ExecutedTransaction, void, undefined> {
    return this.#runOwnList(last, last + 1)
  }

  /** The transactions that run before position `index`. Those of its own parallel list run without the other one. */
  runBefore(index: number): Generator<ExecutedTransaction, void, undefined> {
    return this.#runOwnList(index, index)
  }

  /** Runs what the transaction at `index` sees, up to `end` of its list. */
  *#runOwnList(index: number, end: number): Generator<ExecutedTransaction, void, undefined> {
    const { parallel, sequential } = this.#sublists()
    const own = parallel.find((list) => index >= list.start && index < list.end)
    if (own) yield* this.#runParallelList({ ...own, end })
    else yield* this.#runLists({ parallel, sequential: { ...sequential, end } })
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
   * Runs the lists one after another on the same state. The result is that of running them in parallel, because a
   * block in which one list uses what another wrote is rejected.
   */
  *#runParallel(sublists: readonly Sublist[]): Generator<ExecutedTransaction, TransactionList[], undefined> {
    const { state } = this.#host
    const trackers: AccessTracker[] = []
    const lists: TransactionList[] = []
    for (const sublist of sublists) {
      // A single list cannot conflict with another.
      if (sublists.length > 1) {
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
    const { tracer, accesses } = watch?.(index, this.#host) ?? unwatched
    const { state } = this.#host
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

export const feesOf = (transactions: readonly ExecutedTransaction[]): bigint =>
  transactions.reduce((sum, { fee }) => sum + fee, 0n)
