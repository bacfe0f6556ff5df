import type { Chain } from '../../chain/chain.ts'
import type { StoredBlock } from '../../chain/storage/storedBlock.ts'
import { type CallNode, type DestructionNode, isCall } from '../../tracing/calls/callTree.ts'
import { isCreation, senderOf } from '../../tracing/calls/writeCalls.ts'
import { parityFailure, parityReverted } from '../../tracing/output/failureText.ts'
import { parityTraces } from '../../tracing/parity/parityTraces.ts'
import { readBlockCalls } from '../../tracing/parity/readCalls.ts'
import type { TracePlace } from '../../tracing/parity/traceText.ts'
import { defaultTraceLimits } from '../../tracing/run/traceLimits.ts'
import { columnsOf, defineTable, type Value } from './table.ts'

interface TraceRow extends TracePlace {
  readonly members: TraceMembers
  readonly traceAddress: readonly number[]
  readonly subtraces: number
  readonly chainId: number
}

/** What depends on the type of a trace. */
interface TraceMembers {
  readonly type: 'call' | 'create' | 'suicide'
  readonly from: Uint8Array
  readonly value: bigint
  readonly to?: Uint8Array
  readonly gas?: number
  readonly input?: Uint8Array
  readonly init?: Uint8Array
  readonly callType?: string
  readonly gasUsed?: number
  readonly output?: Uint8Array
  readonly code?: Uint8Array
  readonly address?: Uint8Array
  readonly error?: string
}

const trace = columnsOf<TraceRow>()

const member =
  <Name extends keyof TraceMembers>(name: Name) =>
  ({ members }: TraceRow): Value =>
    members[name] ?? null

/** The traces that `trace_block` answers, those of failed calls included. */
export const traces = defineTable<TraceRow>({
  name: 'traces',
  needs: 'states',
  columns: [
    trace.bytes('action_from', (row) => row.members.from),
    trace.nullable.bytes('action_to', member('to')),
    trace.decimal('action_value', (row) => row.members.value),
    trace.nullable.integer('action_gas', member('gas')),
    trace.nullable.bytes('action_input', member('input')),
    trace.nullable.text('action_call_type', member('callType')),
    trace.nullable.bytes('action_init', member('init')),
    trace.text('action_type', (row) => row.members.type),
    trace.nullable.integer('result_gas_used', member('gasUsed')),
    trace.nullable.bytes('result_output', member('output')),
    trace.nullable.bytes('result_code', member('code')),
    trace.nullable.bytes('result_address', member('address')),
    trace.text('trace_address', (row) => row.traceAddress.join('_')),
    trace.integer('subtraces', (row) => row.subtraces),
    trace.integer('transaction_index', (row) => row.transactionPosition),
    trace.bytes('transaction_hash', (row) => row.transactionHash),
    trace.integer('block_number', (row) => row.blockNumber),
    trace.bytes('block_hash', (row) => row.blockHash),
    trace.nullable.text('error', member('error')),
    trace.integer('chain_id', (row) => row.chainId),
  ],
  rowsOf: ({ stored }, chain, add) => readTraces(stored, chain, add),
})

function readTraces(block: StoredBlock, chain: Chain, add: (row: TraceRow) => void): void {
  const { chainId } = chain.network
  const context = { ...defaultTraceLimits, chain, shouldStop: () => false }
  readBlockCalls(block, context, (root, place) => {
    for (const { node, traceAddress, subtraces } of parityTraces(root)) {
      const members = isCall(node) ? callMembers(node) : destructionMembers(node)
      add({ ...place, members, traceAddress, subtraces, chainId })
    }
  })
}

function callMembers({ entry, exit }: CallNode): TraceMembers {
  const { kind, codeAddress, address, gas, input, value } = entry
  const { status, cause, gasUsed, output } = exit
  const shared = { from: senderOf(entry), value, gas }
  const error = cause === undefined ? parityReverted : parityFailure(cause)
  if (isCreation(entry)) {
    const ending = status === 'success' ? { gasUsed, code: output, address } : { error }
    return { type: 'create', ...shared, init: input, ...ending }
  }
  const ending = status === 'success' ? { gasUsed, output } : { error }
  return { type: 'call', ...shared, to: codeAddress, input, callType: kind, ...ending }
}

const destructionMembers = ({ destroyed, beneficiary, balance }: DestructionNode): TraceMembers => ({
  type: 'suicide',
  from: destroyed,
  to: beneficiary,
  value: balance,
})
