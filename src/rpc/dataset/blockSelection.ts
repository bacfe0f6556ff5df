import type { Chain } from '../../chain/chain.ts'
import type { LogCriterion } from '../../chain/logs/criterion.ts'
import type { FoundLog } from '../../chain/logs/logSink.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { equalBytes } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import type { Transaction } from '../../protocol/transactions/transaction.ts'
import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import type { CallSelection } from '../../tracing/run/traces.ts'
import { shownTransactions } from '../shapes/blockShape.ts'
import { typeText } from '../shapes/transactionShape.ts'
import type { DataQuery, LogRequest, TraceRequest, TransactionRequest } from './dataQuery.ts'
import { sighashOf } from './itemFields.ts'
import { factsOf, type TraceItem } from './traceFields.ts'

/** What a query selects of a block, in the order of the block. */
export interface SelectedItems {
  readonly logs: readonly FoundLog[]
  /** Positions of transactions. */
  readonly transactions: readonly number[]
  readonly traces: readonly TraceItem[]
}

export interface SelectionParts {
  readonly chain: Pick<Chain, 'searchBlock' | 'logsOf'>
  readonly skipsRemasc: boolean
  /** Reads the calls of some transactions of a block; executes them, unless they are recorded. */
  readonly readCalls: (
    block: StoredBlock,
    selection: Omit<CallSelection, 'shown'>,
    read: (traces: readonly ParityTrace[], index: number) => void,
  ) => void
}

export type SelectBlock = (block: StoredBlock) => SelectedItems

/** Returns the function that selects items of blocks. */
export function blockSelection(
  query: Pick<DataQuery, 'logs' | 'transactions' | 'traces'>,
  { chain, skipsRemasc, readCalls }: SelectionParts,
): SelectBlock {
  const logRequests = query.logs.filter(({ address, topics }) => ![address, ...topics].some(isEmpty))
  const criteria = logRequests.map((request) => ({ request, criterion: criterionOf(request) }))
  const transactionRequests = query.transactions.map((request) => ({
    request,
    matches: transactionMatcher(request),
  }))
  const traceRequests = query.traces.map((request) => ({ request, matches: traceMatcher(request) }))
  return (block) => {
    const found = new BlockItems()
    for (const { request, criterion } of criteria) {
      for (const log of chain.logsOf(block, criterion)) found.addLog(log, request)
    }
    const shown = transactionRequests.length > 0 ? shownTransactions(block, skipsRemasc) : []
    for (const [index, transaction] of shown.entries()) {
      for (const { request, matches } of transactionRequests) {
        if (matches(transaction)) found.addTransaction(index, request)
      }
    }
    if (traceRequests.length > 0 || found.wholeTraces.size > 0) {
      const count = shownTransactions(block, skipsRemasc).length
      const isWanted = (index: number): boolean =>
        index < count && (traceRequests.length > 0 || found.wholeTraces.has(index))
      const hasMatch = (traces: readonly ParityTrace[], index: number): boolean =>
        found.wholeTraces.has(index) ||
        traces.some((trace) => traceRequests.some(({ matches }) => matches(trace)))
      readCalls(block, { isWanted, hasMatch }, (traces, index) => {
        if (found.wholeTraces.has(index)) found.addTraces(traces, index)
        for (const { request, matches } of traceRequests) {
          for (const trace of traces) if (matches(trace)) found.addTrace(trace, traces, index, request)
        }
      })
    }
    if (found.wholeLogs.size > 0) {
      for (const log of chain.logsOf(block, everyLog)) {
        if (found.wholeLogs.has(log.transactionIndex)) found.logs.set(log.logIndex, log)
      }
    }
    const count = found.transactions.size > 0 ? shownTransactions(block, skipsRemasc).length : 0
    return found.ordered(count)
  }
}

const everyLog: LogCriterion = { addresses: [], topics: [] }
const isEmpty = (list: readonly unknown[] | undefined): boolean => list?.length === 0

export const criterionOf = ({ address, topics }: LogRequest): LogCriterion => ({
  addresses: address ?? [],
  topics: topics.map((alternatives) => alternatives ?? []),
})

/** The items of one block while they are found, each once. */
class BlockItems {
  readonly logs = new Map<number, FoundLog>()
  readonly transactions = new Set<number>()
  /** Transactions of which all logs, or all traces, are wanted. */
  readonly wholeLogs = new Set<number>()
  readonly wholeTraces = new Set<number>()
  readonly #traces = new Map<ParityTrace, TraceItem>()

  addLog(log: FoundLog, { transaction, transactionLogs, transactionTraces }: LogRequest): void {
    this.logs.set(log.logIndex, log)
    if (transaction) this.transactions.add(log.transactionIndex)
    if (transactionLogs) this.wholeLogs.add(log.transactionIndex)
    if (transactionTraces) this.wholeTraces.add(log.transactionIndex)
  }

  addTransaction(index: number, { logs, traces }: TransactionRequest): void {
    this.transactions.add(index)
    if (logs) this.wholeLogs.add(index)
    if (traces) this.wholeTraces.add(index)
  }

  addTraces(traces: readonly ParityTrace[], transactionIndex: number): void {
    for (const trace of traces) this.#traces.set(trace, { ...trace, transactionIndex })
  }

  addTrace(
    trace: ParityTrace,
    all: readonly ParityTrace[],
    index: number,
    { transaction, transactionLogs, subtraces, parents }: TraceRequest,
  ): void {
    const related = all.filter(
      (other) =>
        other === trace || (subtraces && isInside(other, trace)) || (parents && isInside(trace, other)),
    )
    this.addTraces(related, index)
    if (transaction) this.transactions.add(index)
    if (transactionLogs) this.wholeLogs.add(index)
  }

  /** `shown` is the number of transactions that clients see. */
  ordered(shown: number): SelectedItems {
    return {
      logs: [...this.logs.values()].sort((a, b) => a.logIndex - b.logIndex),
      transactions: [...this.transactions].filter((index) => index < shown).sort((a, b) => a - b),
      traces: [...this.#traces.values()].sort(compareTraces),
    }
  }
}

const isInside = ({ traceAddress }: ParityTrace, { traceAddress: outer }: ParityTrace): boolean =>
  outer.length < traceAddress.length && outer.every((position, depth) => position === traceAddress[depth])

/** Parents first. */
function compareTraces(a: TraceItem, b: TraceItem): number {
  if (a.transactionIndex !== b.transactionIndex) return a.transactionIndex - b.transactionIndex
  const common = Math.min(a.traceAddress.length, b.traceAddress.length)
  for (let depth = 0; depth < common; depth++) {
    const order = a.traceAddress[depth]! - b.traceAddress[depth]!
    if (order !== 0) return order
  }
  return a.traceAddress.length - b.traceAddress.length
}

/** Whether a value is in a list that may be absent; a missing value is in no list. */
function inList(list: readonly Uint8Array[] | undefined): (value: Uint8Array | null | undefined) => boolean {
  if (list === undefined) return () => true
  if (list.length === 1) return (value) => value != null && equalBytes(value, list[0]!)
  const texts = new Set(list.map(toHex))
  return (value) => value != null && texts.has(toHex(value))
}

/** The sender that is shown for REMASC's transaction, which has no signature. */
const noSender = new Uint8Array(20)

function transactionMatcher(request: TransactionRequest): (transaction: Transaction) => boolean {
  const isFrom = inList(request.from)
  const isTo = inList(request.to)
  const hasSighash = inList(request.sighash)
  const { type, firstNonce = 0, lastNonce = Number.POSITIVE_INFINITY } = request
  return (transaction) => {
    const nonce = Number(transaction.nonceValue)
    return (
      isTo(transaction.to) &&
      hasSighash(sighashOf(transaction.data)) &&
      nonce >= firstNonce &&
      nonce <= lastNonce &&
      (type === undefined || type.includes(Number(typeText(transaction)))) &&
      (request.from === undefined || isFrom(transaction.sender ?? noSender))
    )
  }
}

function traceMatcher(request: TraceRequest): (trace: ParityTrace) => boolean {
  const { type } = request
  const createFrom = inList(request.createFrom)
  const created = inList(request.createResultAddress)
  const callFrom = inList(request.callFrom)
  const callTo = inList(request.callTo)
  const callSighash = inList(request.callSighash)
  const refunded = inList(request.suicideRefundAddress)
  return (trace) => {
    const facts = factsOf(trace)
    const isCreation = facts.type === 'create'
    const isCall = facts.type === 'call'
    return (
      (type === undefined || type.includes(facts.type)) &&
      createFrom(isCreation ? facts.from : undefined) &&
      created(facts.created) &&
      callFrom(isCall ? facts.from : undefined) &&
      callTo(facts.to) &&
      callSighash(facts.input && sighashOf(facts.input)) &&
      refunded(facts.beneficiary) &&
      // Rootstock has no traces of rewards.
      request.rewardAuthor === undefined
    )
  }
}
