import { errorText, panicText } from '../../evm/revertReason.ts'
import type { Address } from '../../primitives/bytes.ts'
import { isCall } from '../../tracing/calls/callTree.ts'
import { isCreation, senderOf } from '../../tracing/calls/writeCalls.ts'
import { parityFailure, parityReverted } from '../../tracing/output/failureText.ts'
import type { ParityTrace } from '../../tracing/parity/parityTraces.ts'
import type { ShownData } from '../../tracing/parity/recordedCalls.ts'
import { amount, hex, sighashText } from './itemFields.ts'

export const traceTypes = ['create', 'call', 'suicide', 'reward'] as const
export type TraceType = (typeof traceTypes)[number]

export interface TraceItem extends ParityTrace {
  readonly transactionIndex: number
}

/** What a trace is, with the accounts by which it is selected. */
export interface TraceFacts {
  readonly type: TraceType
  readonly from?: Address
  readonly to?: Address
  readonly created?: Address
  readonly beneficiary?: Address
  readonly input?: Uint8Array
}

export function factsOf({ node }: ParityTrace): TraceFacts {
  if (!isCall(node)) return { type: 'suicide', beneficiary: node.beneficiary }
  const { entry, exit } = node
  const from = senderOf(entry)
  if (!isCreation(entry)) return { type: 'call', from, to: entry.codeAddress, input: entry.input }
  return { type: 'create', from, ...(exit.status === 'success' && { created: entry.address }) }
}

/** The members of an action and a result, with the names by which they are chosen. */
type Members = Readonly<Record<string, readonly [member: string, write: (item: TraceItem) => string]>>

const call =
  (write: (call: Extract<TraceItem['node'], { entry: unknown }>) => string) =>
  ({ node }: TraceItem): string =>
    isCall(node) ? write(node) : 'null'
const destruction =
  (write: (node: Exclude<TraceItem['node'], { entry: unknown }>) => string) =>
  ({ node }: TraceItem): string =>
    isCall(node) ? 'null' : write(node)

const from = call(({ entry }) => hex(senderOf(entry)))
const value = call(({ entry }) => amount(entry.value))
const gas = call(({ entry }) => amount(entry.gas))
const input = call(({ entry }) => hex(entry.input))
const gasUsed = call(({ exit }) => amount(exit.gasUsed))
const output = call(({ exit }) => hex(exit.output))
const callType = ['callType', call(({ entry }) => `"${entry.kind}"`)] as const

const actions: Readonly<Record<TraceType, Members>> = {
  create: {
    createFrom: ['from', from],
    createValue: ['value', value],
    createGas: ['gas', gas],
    createInit: ['init', input],
  },
  call: {
    callCallType: callType,
    callType,
    callFrom: ['from', from],
    callTo: ['to', call(({ entry }) => hex(entry.codeAddress))],
    callValue: ['value', value],
    callGas: ['gas', gas],
    callInput: ['input', input],
    callSighash: ['sighash', call(({ entry }) => sighashText(entry.input))],
  },
  suicide: {
    suicideAddress: ['address', destruction(({ destroyed }) => hex(destroyed))],
    suicideRefundAddress: ['refundAddress', destruction(({ beneficiary }) => hex(beneficiary))],
    suicideBalance: ['balance', destruction(({ balance }) => amount(balance))],
  },
  // REMASC pays the miners with calls, so there are no traces of this kind.
  reward: {
    rewardAuthor: ['author', () => 'null'],
    rewardValue: ['value', () => 'null'],
    rewardType: ['type', () => 'null'],
  },
}

const results: Readonly<Record<TraceType, Members>> = {
  create: {
    createResultGasUsed: ['gasUsed', gasUsed],
    createResultCode: ['code', output],
    createResultAddress: ['address', call(({ entry }) => hex(entry.address))],
  },
  call: { callResultGasUsed: ['gasUsed', gasUsed], callResultOutput: ['output', output] },
  suicide: {},
  reward: {},
}

export const traceFieldNames: readonly string[] = [
  'transactionIndex',
  'traceAddress',
  'type',
  'subtraces',
  'error',
  'revertReason',
  ...[...Object.values(actions), ...Object.values(results)].flatMap((members) => Object.keys(members)),
]

/** The data of calls that the chosen members show. */
export function shownData(chosen: ReadonlySet<string>): ShownData {
  const hasOutput = chosen.has('callResultOutput') || chosen.has('createResultCode')
  return {
    precompiles: false,
    input: chosen.has('callInput') || chosen.has('createInit'),
    output: chosen.has('revertReason') ? 'all' : hasOutput ? 'successful' : 'none',
    cause: chosen.has('error'),
  }
}

/** Writes traces with their place, their type and the chosen members; a failed one has no result. */
export function traceWriter(chosen: ReadonlySet<string>): (item: TraceItem) => string {
  return (item) => {
    const { node, traceAddress, subtraces, transactionIndex } = item
    const { type } = factsOf(item)
    let text = `{"transactionIndex":${transactionIndex},"traceAddress":[${traceAddress.join(',')}],"type":"${type}"`
    if (chosen.has('subtraces')) text += `,"subtraces":${subtraces}`
    if (chosen.has('error')) text += `,"error":${errorOf(item)}`
    if (chosen.has('revertReason')) text += `,"revertReason":${revertReasonOf(item)}`
    const action = membersText(actions[type], item, chosen)
    if (action !== '') text += `,"action":{${action}}`
    const isSuccess = !isCall(node) || node.exit.status === 'success'
    const result = isSuccess ? membersText(results[type], item, chosen) : ''
    return `${text}${result === '' ? '' : `,"result":{${result}}`}}`
  }
}

const membersText = (members: Members, item: TraceItem, chosen: ReadonlySet<string>): string =>
  [
    ...new Map(
      Object.entries(members).flatMap(([name, [member, write]]) =>
        chosen.has(name) ? [[member, write]] : [],
      ),
    ),
  ]
    .map(([member, write]) => `"${member}":${write(item)}`)
    .join(',')

function errorOf({ node }: TraceItem): string {
  if (!isCall(node) || node.exit.status === 'success') return 'null'
  const { cause } = node.exit
  return `"${cause === undefined ? parityReverted : parityFailure(cause)}"`
}

function revertReasonOf({ node }: TraceItem): string {
  if (!isCall(node) || node.exit.status !== 'revert') return 'null'
  const { output: payload } = node.exit
  return JSON.stringify(errorText(payload) ?? panicText(payload) ?? null)
}
