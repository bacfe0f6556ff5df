import type { Engine } from '../../evm/execute.ts'
import type { Log } from '../../evm/log.ts'
import type { Tracer } from '../../evm/tracer.ts'
import type { ChainReader } from '../../native/nativeContext.ts'
import type { Hash } from '../../primitives/bytes.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import { remascAddress } from '../../protocol/addresses.ts'
import type { Block } from '../../protocol/block.ts'
import { logsBloom, unionOfBlooms } from '../../protocol/bloom.ts'
import type { Network } from '../../protocol/networks/network.ts'
import { precompileAccountsOf } from '../../protocol/precompileAccounts.ts'
import type { Receipt } from '../../protocol/receipts.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { type AccessObserver, AccessTracker } from '../../state/accessTracker.ts'
import type { CodeCache } from '../../state/codeCache.ts'
import { State } from '../../state/state.ts'
import type { Trie } from '../../trie/trie.ts'
import { type ContractCreation, EvmHost } from '../host/evmHost.ts'
import { executeTransaction, type TransactionResult } from '../transaction/executeTransaction.ts'
import { TransactionRejection } from '../transaction/transactionRejection.ts'
import { BlockRejected } from './blockRejected.ts'
import { hasSublists, type Sublist, sublistsOf } from './sublists.ts'

export interface BlockContext {
  readonly network: Network
  readonly chain: ChainReader
  readonly codes: CodeCache
}

/** The observers of one transaction. */
export interface TransactionWatch {
  /** Sees every step; the transaction then runs on the reference engine. */
  readonly tracer?: Tracer | undefined
  /** Receives every access to the state. */
  readonly accesses?: AccessObserver | undefined
}

export interface BlockOptions {
  /** Called before each transaction; a transaction without a watch runs at full speed. */
  readonly watch?: (index: number, host: EvmHost) => TransactionWatch | undefined
  readonly engine?: Engine | undefined
  /** Polled at bounded intervals; when it returns true, the execution throws `ExecutionInterrupted`. */
  readonly interrupt?: (() => boolean) | undefined
}

export interface ExecutedTransaction extends TransactionResult {
  readonly receipt: Receipt
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

/** The host of a block's transactions: the state on which they run, and the fields of the block. */
export function hostOf({ header }: Pick<Block, 'header'>, parentState: Trie, context: BlockContext): EvmHost {
  const { network, chain, codes } = context
  const state = new State(parentState, codes)
  // The accounts of the precompiled contracts that the block activates exist before its transactions run.
  for (const { address, overwrite } of precompileAccountsOf(network, header.number)) {
    if (overwrite || !state.exists(address)) state.createAccount(address, { keepBalance: false })
    state.markContract(address)
  }
  return new EvmHost(state, { network, chain, header })
}

/** Part of the execution of a block: what the transaction at `index` sees, up to `end` of its list. */
interface ExecutionPart {
  readonly index: number
  readonly end: number
}

/** For hashing a topic of a log into the filter of the receipt, in gas. */
const topicBloomWork = 40

function bloomWork(logs: readonly Log[]): number {
  let topics = 0
  for (const log of logs) topics += log.topics.length
  return topics * topicBloomWork
}

const noAccounts: ReadonlySet<string> = new Set()

/**
 * Executes a block that has passed the rules of headers and bodies on the state of its parent: its transaction lists
 * (RSKIP144; before, one list) on one state. Throws `BlockRejected` when a transaction cannot be executed at its position.
 */
export class BlockExecution {
  readonly host: EvmHost
  readonly #block: Block
  readonly #options: BlockOptions
  readonly #executed: ExecutedTransaction[] = []
  #gasUsed = 0
  #workGas = 0
  #paidFees = 0n
  /** Gas of the running list. The cumulative gas of receipts and the accounts that CREATE2 sees destroyed are per list. */
  #listGasUsed = 0
  /** Undefined while no account was destroyed, as in almost all lists. */
  #listDestroyed: Set<string> | undefined

  constructor(block: Block, parentState: Trie, context: BlockContext, options: BlockOptions = {}) {
    this.#block = block
    this.host = hostOf(block, parentState, context)
    this.#options = options
  }

  /** Gas of the transactions so far that measures their work. */
  get workGas(): number {
    return this.#workGas
  }

  /** Number of the transactions so far. */
  get count(): number {
    return this.#executed.length
  }

  /** Executes all transactions. `verifyExecution` compares the result with the header. */
  complete(): BlockResult {
    for (const _ of this.run());
    return this.result()
  }

  /**
   * Runs the lists one after another on the same state, each transaction when the caller asks for it. The result is that of
   * running them in parallel, because a block in which one list uses what another wrote is rejected. A wanted transaction of
   * a parallel list runs without the other list.
   */
  *run(wanted?: ExecutionPart): Generator<ExecutedTransaction, void, undefined> {
    const { network, rules, state } = this.host
    const { header, transactions } = this.#block
    const { parallel, sequential } = sublistsOf(header, transactions.length, network, rules)
    const own = wanted && parallel.find(({ start, end }) => wanted.index >= start && wanted.index < end)
    const trackers: AccessTracker[] = []
    const destroyed = new Set<string>()
    for (const list of own === undefined ? parallel : [own]) {
      // A single list cannot conflict with another.
      if (own === undefined && parallel.length > 1) {
        const tracker = new AccessTracker()
        trackers.push(tracker)
        state.tracker = tracker
      }
      yield* this.#runList(list, own === undefined ? list.end : wanted!.end)
      for (const account of this.#listDestroyed ?? noAccounts) destroyed.add(account)
    }
    if (own !== undefined) return
    state.tracker = undefined
    const [first, second] = trackers
    if (first && second?.conflictsWith(first)) {
      throw new BlockRejected(
        'parallel-conflict',
        'both parallel lists use something that one of them writes',
      )
    }
    yield* this.#runList(sequential, wanted?.end ?? sequential.end, destroyed)
  }

  /** The result of the block, after all its transactions. */
  result(): BlockResult {
    const { state, participants, creations } = this.host
    const trie = state.commit()
    const transactions = this.#executed
    const receipts: Receipt[] = []
    const blooms: Uint8Array[] = []
    for (const { receipt } of transactions) {
      receipts.push(receipt)
      if (receipt.logs.length > 0) blooms.push(receipt.logsBloom)
    }
    return {
      state: trie,
      stateRoot: trie.hash(),
      transactions,
      receipts,
      gasUsed: this.#gasUsed,
      paidFees: this.#paidFees,
      logsBloom: unionOfBlooms(blooms),
      participants,
      creations,
    }
  }

  /** `destroyed` are the accounts of earlier lists that the sequential list sees destroyed; undefined for a parallel list. */
  *#runList(
    list: Sublist,
    end: number,
    destroyed?: Set<string>,
  ): Generator<ExecutedTransaction, void, undefined> {
    this.#listGasUsed = 0
    this.#listDestroyed = destroyed
    for (let index = list.start; index < end; index++) {
      yield this.#execute(list, index, destroyed === undefined)
    }
  }

  #execute(list: Sublist, index: number, isParallel: boolean): ExecutedTransaction {
    const { host } = this
    const { state } = host
    const isRemasc = isRemascTransaction(this.#block, index)
    const feesTogether = hasSublists(host.rules)
    // RSKIP144: the fees of all lists reach REMASC just before it pays the miners.
    if (isRemasc && feesTogether && this.#paidFees > 0n) state.addBalance(remascAddress, this.#paidFees)
    const { engine, watch, interrupt } = this.#options
    const watched = watch?.(index, host)
    const { tracker } = state
    if (watched?.accesses) state.tracker = watched.accesses
    host.destroyedEarlier = this.#listDestroyed ?? noAccounts
    try {
      const result = executeTransaction(this.#block.transactions[index]!, host, {
        index,
        isRemasc,
        feePayment: feesTogether ? 'by-block' : 'by-transaction',
        gasAvailable: list.gasLimit - this.#listGasUsed,
        engine,
        tracer: watched?.tracer,
        interrupt,
      })
      if (isParallel && result.isSequentialOnly) {
        throw new BlockRejected(
          'sequential-contract-in-parallel-list',
          `transaction ${index} calls the Bridge or REMASC in a parallel list`,
        )
      }
      const { success, gasUsed, fee, logs, destroyed } = result
      const workGas = result.workGas + bloomWork(logs)
      this.#gasUsed += gasUsed
      this.#workGas += workGas
      this.#paidFees += fee
      this.#listGasUsed += gasUsed
      for (const account of destroyed) {
        this.#listDestroyed ??= new Set()
        this.#listDestroyed.add(addressKey(account))
      }
      const cumulativeGasUsed = this.#listGasUsed
      const receipt = { success, cumulativeGasUsed, gasUsed, logsBloom: logsBloom(logs), logs }
      const executed = { ...result, workGas, receipt }
      this.#executed.push(executed)
      return executed
    } catch (error) {
      if (!(error instanceof TransactionRejection)) throw error
      throw new BlockRejected('transaction', `transaction ${index}: ${error.message}`, { cause: error })
    } finally {
      state.tracker = tracker
    }
  }
}
