import { BlockExecution } from '../execution/block/blockExecution.ts'
import {
  blockOf,
  contractAddress,
  deploy,
  parents,
  richState,
  type TransactionOptions,
  transactionOf,
} from '../execution/executionWorld.cases.ts'
import { ListedBlocks } from '../native/nativeWorld.cases.ts'
import { type Address, asAddress } from '../primitives/bytes.ts'
import { fromHex } from '../primitives/hex.ts'
import { regtest } from '../protocol/networks/definitions.ts'
import { CodeCache } from '../state/codeCache.ts'
import type { State } from '../state/state.ts'
import { CallTree } from './calls/callTree.ts'
import type { TracedPlace } from './calls/flatCalls.ts'
import { TraceOutput } from './output/traceOutput.ts'
import { type TransactionTrace, transactionTrace } from './replay/transactionTrace.ts'
import type { TracerChoice } from './request/tracerChoice.ts'

/* One transaction on a few contracts, for the tests of tracers. */

export const calleeAddress = asAddress(fromHex('ca11'.repeat(10)))

export const tracedPlace: TracedPlace = {
  blockHash: new Uint8Array(32).fill(0xb1),
  blockNumber: 7,
  transaction: { hash: new Uint8Array(32).fill(0x7a), position: 2 },
}

const gasLimit = 200_000

export interface TracedTransaction extends Omit<TransactionOptions, 'gas'> {
  /** The code of the contract that the transaction calls, and of a contract that it can call. */
  readonly code?: string
  readonly calleeCode?: string
  readonly prepare?: (state: State) => void
}

/** Runs a transaction under a trace; returns the state after it. */
export function runTraced(
  { code, calleeCode, prepare, ...parts }: TracedTransaction,
  trace: TransactionTrace,
): State {
  const before = richState()
  if (code !== undefined) deploy(before, contractAddress, code)
  if (calleeCode !== undefined) deploy(before, calleeAddress, calleeCode)
  prepare?.(before)
  const context = { network: regtest, chain: new ListedBlocks(parents), codes: new CodeCache(2 ** 20) }
  let after = before
  const watch = (_index: number, host: { readonly state: State }) => {
    after = host.state
    return trace.watch(host.state)
  }
  const block = blockOf([transactionOf({ gas: gasLimit, ...parts })])
  const execution = new BlockExecution(block, before.commit(), context, { watch })
  for (const executed of execution.run({ index: 0, end: 1 })) trace.ended(executed)
  return after
}

/** The text of a trace. */
export function traceTextOf(
  choice: TracerChoice,
  transaction: TracedTransaction,
  maximumLength = 1e6,
): string {
  let text = ''
  const output = new TraceOutput((piece) => {
    text += piece
  }, maximumLength)
  const tracing = { gasLimit, logsBefore: () => 5, place: tracedPlace, output, maximumLength }
  runTraced(transaction, transactionTrace(choice, tracing))
  output.end()
  return text
}

export function treeOf(transaction: TracedTransaction): CallTree {
  const tree = new CallTree(1e6)
  runTraced(transaction, { watch: () => ({ tracer: tree }), ended: () => {} })
  return tree
}

/** Code that calls the callee with all gas and no data, and drops the result. */
export const callTo = (kind: 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL', to: Address): string => {
  const value = kind === 'CALL' || kind === 'CALLCODE' ? '0' : ''
  return `0 0 0 0 ${value} #73${Buffer.from(to).toString('hex')} GAS ${kind} POP`
}
