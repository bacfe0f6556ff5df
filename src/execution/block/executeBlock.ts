import type { Engine } from '../../evm/execute.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { unionOfBlooms } from '../../protocol/bloom.ts'
import type { Network } from '../../protocol/networks/network.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { AccessTracker } from '../../state/accessTracker.ts'
import type { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { EvmHost } from '../evmHost.ts'
import { executingBlock } from '../executionContext.ts'
import type { ChainReader } from '../native/nativeContext.ts'
import { TransactionRejection } from '../transaction/rejection.ts'
import { prepareState } from './prepareState.ts'
import { BlockRejected } from './rejection.ts'
import { hasSublists, type Sublist, sublistsOf } from './sublists.ts'
import { type ExecutedTransaction, TransactionList } from './transactionList.ts'

export interface BlockContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly codes: CodeCache
}

export interface BlockOptions {
  /** The observer of the transaction at a position; those without one run at full speed. */
  readonly tracerFor?: (index: number) => Tracer | undefined
  readonly engine?: Engine
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
}

/**
 * Executes a block that has passed the rules of headers and bodies on the state of its parent. Throws
 * `BlockRejected` when a transaction cannot be executed where it stands. Whether the header tells the truth
 * about the result is for `verifyExecution`.
 */
export function executeBlock(
  block: Block,
  parentState: Trie,
  { network, chain, codes }: BlockContext,
  options: BlockOptions = {},
): BlockResult {
  const state = new State(parentState, codes)
  prepareState(state, network, block.header.number)
  const host = new EvmHost(state, { network, chain, block: executingBlock(block.header) })
  const transactions = new BlockExecution(block, host, options).run()

  const receipts = transactions.map(({ receipt }) => receipt)
  const trie = state.commit()
  return {
    state: trie,
    stateRoot: trie.hash(),
    transactions,
    receipts,
    gasUsed: transactions.reduce((sum, { gasUsed }) => sum + gasUsed, 0),
    paidFees: feesOf(transactions),
    logsBloom: bloomOf(receipts),
  }
}

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

  run(): readonly ExecutedTransaction[] {
    const { header, transactions } = this.#block
    const { network, rules } = this.#host
    const { parallel, sequential } = sublistsOf(header, transactions.length, network, rules)
    const parallelLists = this.#runParallel(parallel)
    const list = new TransactionList(this.#host, sequential.gasLimit, parallelLists)
    for (let index = sequential.start; index < sequential.end; index++) this.#execute(list, index)
    return this.#executed
  }

  /**
   * The lists run one after another on the same state. That is the same as side by side, because a block in
   * which one list uses what another wrote is refused.
   */
  #runParallel(sublists: readonly Sublist[]): TransactionList[] {
    const { state } = this.#host
    const trackers: AccessTracker[] = []
    const lists = sublists.map((sublist) => {
      // A single list has nothing to collide with.
      if (sublists.length > 1) trackers.push((state.tracker = new AccessTracker()))
      return this.#runParallelList(sublist)
    })
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

  #runParallelList({ start, end, gasLimit }: Sublist): TransactionList {
    const list = new TransactionList(this.#host, gasLimit)
    for (let index = start; index < end; index++) {
      if (this.#execute(list, index).isSequentialOnly) {
        throw new BlockRejected(
          'sequential-contract-in-parallel-list',
          `transaction ${index} calls the Bridge or REMASC in a parallel list`,
        )
      }
    }
    return list
  }

  #execute(list: TransactionList, index: number): ExecutedTransaction {
    const isRemasc = isRemascTransaction(this.#block, index)
    const feesTogether = hasSublists(this.#host.rules)
    if (isRemasc && feesTogether) this.#payFees()
    const { engine, tracerFor } = this.#options
    const tracer = tracerFor?.(index)
    try {
      const executed = list.execute(this.#block.transactions[index]!, {
        index,
        isRemasc,
        feePayment: feesTogether ? 'by-block' : 'by-transaction',
        ...(engine && { engine }),
        ...(tracer && { tracer }),
      })
      this.#executed.push(executed)
      return executed
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
      throw new BlockRejected('transaction', `transaction ${index}: ${error.message}`, { cause: error })
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
