import type { Chain } from '../../chain/chain.ts'
import type { OutlinedBlock } from '../../chain/storage/outlinedBlock.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import type { LogSearch } from '../../chain/storage/storedReceipts.ts'
import { addressKey } from '../../primitives/mapKeys.ts'
import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import type { ChangesReader } from '../../tracing/parity/readChanges.ts'
import type { StateChange } from '../../tracing/parity/stateChanges.ts'
import type { CallSelection } from '../../tracing/run/traces.ts'
import { shownTransactions } from '../shapes/blockShape.ts'
import type { DataQuery, LogRequest, TransactionRequest } from './dataQuery.ts'
import {
  type CompiledStateDiffRequest,
  type CompiledTraceRequest,
  compiledStateDiffRequests,
  compiledTraceRequests,
  traceKeys,
  transactionRequests,
} from './itemMatching.ts'
import { LogMatching } from './logMatching.ts'
import { selectRelated } from './relatedTraces.ts'
import type { StateDiffItem } from './stateDiffFields.ts'
import type { TraceItem } from './traceFields.ts'

/** What a query selects of a block, in the order of the block. */
export interface SelectedItems {
  /** Positions of logs among all of the block. */
  readonly logs: readonly number[]
  /** Positions of transactions. */
  readonly transactions: readonly number[]
  readonly traces: readonly TraceItem[]
  readonly stateDiffs: readonly StateDiffItem[]
}

export interface SelectionParts {
  readonly chain: Pick<Chain, 'visitLogs'>
  readonly skipsRemasc: boolean
  /** Reads the calls of some transactions of a block; executes them, unless they are recorded. */
  readonly readCalls: (
    block: StoredBlock,
    selection: Omit<CallSelection, 'shown'>,
    read: (traces: readonly ParityTrace[], index: number) => void,
  ) => void
  /** Executes some transactions of a block and reads what they have changed. */
  readonly readChanges: (
    block: StoredBlock,
    isWanted: (index: number) => boolean,
    read: ChangesReader,
  ) => void
}

export type SelectItems = (block: OutlinedBlock) => SelectedItems

/** The requests that may match a log. */
const possibleRequests = ({ logs }: Pick<DataQuery, 'logs'>): readonly LogRequest[] =>
  logs.filter(({ address, topics }) => ![address, ...topics].some(isEmpty))

/**
 * The search for all that a query selects if that is logs, without anything else of their transactions: they are written as
 * they are found.
 */
export function searchOfLogs(query: DataQuery): LogSearch | undefined {
  const { logs, transactions, traces, stateDiffs } = query
  const requests = possibleRequests(query)
  const hasOthers = transactions.length + traces.length + stateDiffs.length > 0
  if (requests.length === 0 || hasOthers || logs.some(hasRelated)) return undefined
  return new LogMatching(requests).anySearch
}

const hasRelated = (request: LogRequest): boolean =>
  request.transaction || request.transactionLogs || request.transactionTraces || request.transactionStateDiffs

/** Returns the function that selects items of blocks. */
export function blockSelection(
  query: Pick<DataQuery, 'logs' | 'transactions' | 'traces' | 'stateDiffs'>,
  { chain, skipsRemasc, readCalls, readChanges }: SelectionParts,
): SelectItems {
  const logRequests = possibleRequests(query)
  const matching = logRequests.length > 0 ? new LogMatching(logRequests) : undefined
  const requestsFor = transactionRequests(query.transactions)
  const traceRequests = compiledTraceRequests(query.traces)
  const changeRequests = compiledStateDiffRequests(query.stateDiffs)
  const hasRequestedTrace = (traces: readonly ParityTrace[]): boolean =>
    traces.some((trace) => {
      const keys = traceKeys(trace)
      return traceRequests.some(({ matches }) => matches(keys))
    })
  return (block) => {
    const found = new BlockItems()
    if (matching !== undefined) {
      chain.visitLogs(block, matching.search, (transactionIndex, logIndex) => {
        found.logs.add(logIndex)
        for (const request of matching.hits) found.addRelated(transactionIndex, request)
      })
    }
    const shown = query.transactions.length > 0 ? shownTransactions(block.stored, skipsRemasc) : []
    for (const [index, transaction] of shown.entries()) {
      for (const request of requestsFor(transaction)) found.addTransaction(index, request)
    }
    if (traceRequests.length > 0 || found.wholeTraces.size > 0) {
      const count = shownTransactions(block.stored, skipsRemasc).length
      const isWanted = (index: number): boolean =>
        index < count && (traceRequests.length > 0 || found.wholeTraces.has(index))
      const hasMatch = (traces: readonly ParityTrace[], index: number): boolean =>
        found.wholeTraces.has(index) || hasRequestedTrace(traces)
      readCalls(block.stored, { isWanted, hasMatch }, (traces, index) =>
        found.addTraces(traces, index, traceRequests),
      )
    }
    if (changeRequests.length > 0 || found.wholeChanges.size > 0) {
      const count = shownTransactions(block.stored, skipsRemasc).length
      const isWanted = (index: number): boolean =>
        index < count && (changeRequests.length > 0 || found.wholeChanges.has(index))
      readChanges(block.stored, isWanted, (changes, index) =>
        found.addChanges(changes, index, changeRequests),
      )
    }
    if (found.wholeLogs.size > 0) {
      chain.visitLogs(block, everyLog, (transactionIndex, logIndex) => {
        if (found.wholeLogs.has(transactionIndex)) found.logs.add(logIndex)
      })
    }
    const count = found.transactions.size > 0 ? shownTransactions(block.stored, skipsRemasc).length : 0
    return found.ordered(count)
  }
}

const everyLog: LogSearch = { profile: [], matches: () => true }
const isEmpty = (list: readonly unknown[] | undefined): boolean => list?.length === 0

/** The traces of a transaction, and which of them are selected. */
interface SelectedTraces {
  readonly traces: readonly ParityTrace[]
  readonly selected: Uint8Array
}

/** The items of one block while they are found, each once. */
class BlockItems {
  readonly logs = new Set<number>()
  readonly transactions = new Set<number>()
  /** Transactions whose logs, traces or changes are all selected. */
  readonly wholeLogs = new Set<number>()
  readonly wholeTraces = new Set<number>()
  readonly wholeChanges = new Set<number>()
  readonly #traces = new Map<number, SelectedTraces>()
  readonly #changes = new Map<number, readonly StateChange[]>()

  /** What a request wants with the logs that it matches. */
  addRelated(index: number, request: LogRequest): void {
    if (request.transaction) this.transactions.add(index)
    if (request.transactionLogs) this.wholeLogs.add(index)
    if (request.transactionTraces) this.wholeTraces.add(index)
    if (request.transactionStateDiffs) this.wholeChanges.add(index)
  }

  addTransaction(index: number, { logs, traces, stateDiffs }: TransactionRequest): void {
    this.transactions.add(index)
    if (logs) this.wholeLogs.add(index)
    if (traces) this.wholeTraces.add(index)
    if (stateDiffs) this.wholeChanges.add(index)
  }

  addTraces(traces: readonly ParityTrace[], index: number, requests: readonly CompiledTraceRequest[]): void {
    const selected = new Uint8Array(traces.length)
    if (this.wholeTraces.has(index)) selected.fill(1)
    const keys = requests.length > 0 ? traces.map(traceKeys) : []
    for (const { request, matches } of requests) {
      if (!selectRelated(traces, (position) => matches(keys[position]!), request, selected)) continue
      if (request.transaction) this.transactions.add(index)
      if (request.transactionLogs) this.wholeLogs.add(index)
    }
    this.#traces.set(index, { traces, selected })
  }

  addChanges(
    changes: readonly StateChange[],
    index: number,
    requests: readonly CompiledStateDiffRequest[],
  ): void {
    const isWhole = this.wholeChanges.has(index)
    const selected = changes.filter((change) => {
      const address = addressKey(change.address)
      const matching = requests.filter(({ matches }) => matches(change, address))
      if (matching.some(({ request }) => request.transaction)) this.transactions.add(index)
      return isWhole || matching.length > 0
    })
    this.#changes.set(index, selected)
  }

  /** `shown` is the number of transactions that clients see. */
  ordered(shown: number): SelectedItems {
    return {
      logs: [...this.logs].sort((a, b) => a - b),
      transactions: [...this.transactions].filter((index) => index < shown).sort((a, b) => a - b),
      traces: [...this.#traces]
        .sort(([a], [b]) => a - b)
        .flatMap(([transactionIndex, { traces, selected }]) =>
          traces.flatMap((trace, position) =>
            selected[position] === 1 ? [{ ...trace, transactionIndex }] : [],
          ),
        ),
      stateDiffs: [...this.#changes]
        .sort(([a], [b]) => a - b)
        .flatMap(([transactionIndex, changes]) => changes.map((change) => ({ ...change, transactionIndex }))),
    }
  }
}
