import { MissingHistory } from '../../chain/storage/chainStart.ts'
import { StateNotKept } from '../../chain/storage/stateNotKept.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { ExecutionInterrupted } from '../../evm/halt.ts'
import type { TransactionWatch } from '../../execution/block/blockExecution.ts'
import { sublistsOf } from '../../execution/block/sublists.ts'
import type { EvmHost } from '../../execution/host/evmHost.ts'
import { toHex } from '../../primitives/hex.ts'
import { rulesAt } from '../../protocol/networks/rules.ts'
import { isRemascTransaction } from '../../protocol/validation/bodyRules.ts'
import { MissingNode } from '../../trie/nodes/nodeSource.ts'
import { TraceError } from '../output/traceError.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import type { TraceJob } from '../request/traceJob.ts'
import { expectBlock, type TraceContext } from './traceContext.ts'
import type { TransactionTrace } from './transactionTrace.ts'

/** Traces the transaction at a position; the transactions before it run without a tracer. */
export function replayTransaction(
  block: StoredBlock,
  index: number,
  context: TraceContext,
  trace: TransactionTrace,
): void {
  replayList(block, index, index, context, () => trace)
}

/**
 * Traces transactions of a block up to a position, in their order; those without a trace run without a tracer. Each list is
 * executed on the state that it had when the block was mined, so the parallel lists are executed again for the sequential one.
 */
export function replayBlock(
  block: StoredBlock,
  context: TraceContext,
  last: number,
  traceOf: (index: number) => TransactionTrace | undefined,
): void {
  const { header, transactions } = block
  const { network } = context.chain
  const rules = rulesAt(network, block.number)
  const { parallel, sequential } = sublistsOf(header, transactions.length, network, rules)
  for (const { start, end } of [...parallel, sequential]) {
    if (start <= last) replayList(block, start, Math.min(end - 1, last), context, traceOf)
  }
}

/** Writes a list of the traces of the transactions that a block shows. */
export function replayShown(
  { hash, skipsRemasc = false }: Pick<TraceJob<'block'>, 'hash' | 'skipsRemasc'>,
  context: TraceContext,
  output: TraceOutput,
  traceOf: (block: StoredBlock, index: number) => TransactionTrace,
): void {
  const block = expectBlock(context, hash)
  const list = new JsonArray(output)
  if (block.number > 0) {
    replayBlock(block, context, block.transactions.length - 1, (index) => {
      if (skipsRemasc && isRemascTransaction(block, index)) return undefined
      list.begin()
      return traceOf(block, index)
    })
  }
  list.end()
}

/** Traces the transactions of one list from `first` to `last`. */
function replayList(
  block: StoredBlock,
  first: number,
  last: number,
  { chain, shouldStop, onExecuted }: TraceContext,
  traceOf: (index: number) => TransactionTrace | undefined,
): void {
  let trace: TransactionTrace | undefined
  const watch = (index: number, host: EvmHost): TransactionWatch | undefined => {
    if (shouldStop()) throw timedOut()
    trace = index >= first ? traceOf(index) : undefined
    return trace?.watch(host.state)
  }
  bounded(block, () => {
    for (const executed of chain.reexecution.steps(block, { watch, interrupt: shouldStop, last })) {
      onExecuted?.(executed.workGas)
      trace?.ended(executed)
    }
  })
}

/** Converts an interruption and a missing state into errors of traces. */
export function bounded(block: StoredBlock, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof ExecutionInterrupted) throw timedOut()
    if (error instanceof MissingHistory) throw historyMissing(error)
    if (!(error instanceof MissingNode)) throw error
    const message =
      error instanceof StateNotKept
        ? `block ${block.number} cannot be executed: ${error.message}`
        : `the state that block ${block.number} (${toHex(block.hash)}) runs on is not stored`
    throw new TraceError('state-missing', message, { cause: error })
  }
}

export const historyMissing = (cause: MissingHistory): TraceError =>
  new TraceError('state-missing', cause.message, { cause })

export const timedOut = (): TraceError =>
  new TraceError('timed-out', 'the trace took longer than the time allowed for it')
