import { errorText, panicText } from '../../evm/revertReason.ts'
import type { FrameEntry } from '../../evm/tracer.ts'
import type { Address } from '../../primitives/bytes.ts'
import { toHex } from '../../primitives/hex.ts'
import { toQuantity } from '../../primitives/quantity.ts'
import { gethFailure, gethReverted } from '../output/failureText.ts'
import { JsonArray, type TraceOutput } from '../output/traceOutput.ts'
import type { CallTracerOptions } from '../request/tracerChoice.ts'
import {
  type CallNode,
  type DestructionNode,
  isCall,
  type LoggedNode,
  type OutlineOf,
  type TreeNode,
} from './callTree.ts'

/** The outcome of the whole transaction, which the outermost call shows. */
export interface TransactionOutcome {
  readonly gasLimit: number | bigint
  readonly gasUsed: number
  /** The status of the receipt: the failure of a native contract that a transaction calls directly does not count. */
  readonly success: boolean
}

export interface CallWriting extends CallTracerOptions {
  /** Number of logs of earlier transactions of the block. */
  readonly logsBefore: number
}

/** Writes a tree of calls in the form of geth's callTracer. */
export function writeCalls(
  root: CallNode,
  outcome: TransactionOutcome,
  writing: CallWriting,
  output: TraceOutput,
): void {
  writeCall(wholeTransaction(root, outcome), writing, output)
}

/** The outermost call with the gas and the status of the whole transaction. */
export function wholeTransaction<Call extends OutlineOf<Call>>(
  root: Call,
  { gasLimit, gasUsed, success }: TransactionOutcome,
): Call {
  const { entry, exit } = root
  const gas = Number(gasLimit)
  const ending = success ? ({ status: 'success', cause: undefined } as const) : {}
  return { ...root, entry: { ...entry, gas }, exit: { ...exit, ...ending, gasUsed } }
}

function writeNode(node: TreeNode, writing: CallWriting, output: TraceOutput): void {
  if (isCall(node)) writeCall(node, writing, output)
  else output.write(destructionText(node))
}

function writeCall(node: CallNode, writing: CallWriting, output: TraceOutput): void {
  output.write(`{${headOf(node)}${endingOf(node)}`)
  const { onlyTopCall, withLog, logsBefore } = writing
  if (!onlyTopCall && node.children.length > 0) {
    output.write(',"calls":')
    const list = new JsonArray(output)
    for (const child of node.children) {
      list.begin()
      writeNode(child, writing, output)
    }
    list.end()
  }
  const logs = withLog ? node.logs.flatMap((logged) => logText(logged, logsBefore)) : []
  output.write(logs.length > 0 ? `,"logs":[${logs.join(',')}]}` : '}')
}

function headOf({ entry, exit }: CallNode): string {
  const { kind, value, gas, input } = entry
  const to = isCreation(entry) ? createdBy({ entry, exit }) : entry.codeAddress
  return (
    `"type":"${kind.toUpperCase()}","from":"${toHex(senderOf(entry))}"` +
    (to === undefined ? '' : `,"to":"${toHex(to)}"`) +
    `,"value":"${toQuantity(value)}","gas":"${toQuantity(gas)}","gasUsed":"${toQuantity(exit.gasUsed)}"` +
    `,"input":"${toHex(input)}"`
  )
}

/** Undefined for a creation that failed. */
const createdBy = ({ entry, exit }: Pick<CallNode, 'entry' | 'exit'>): Address | undefined =>
  exit.status === 'success' ? entry.address : undefined

function endingOf({ exit }: CallNode): string {
  const { status, cause, output } = exit
  const text = `,"output":"${toHex(output)}"`
  if (status === 'success') return text
  if (cause !== undefined) return `${text},"error":"${gethFailure(cause)}"`
  const reason = errorText(output) ?? panicText(output)
  const reasonText = reason === undefined ? '' : `,"revertReason":${JSON.stringify(reason)}`
  return `${text},"error":"${gethReverted}"${reasonText}`
}

const destructionText = ({ destroyed, beneficiary, balance }: DestructionNode): string =>
  `{"type":"SELFDESTRUCT","from":"${toHex(destroyed)}","to":"${toHex(beneficiary)}"` +
  `,"value":"${toQuantity(balance)}","gas":"0x0","gasUsed":"0x0","input":"0x"}`

function logText({ log, position, index }: LoggedNode, logsBefore: number): string[] {
  if (index === undefined) return []
  const { address, topics, data } = log
  const topicTexts = topics.map((topic) => `"${toHex(topic)}"`).join(',')
  return [
    `{"index":${logsBefore + index},"address":"${toHex(address)}","topics":[${topicTexts}]` +
      `,"data":"${toHex(data)}","position":"${toQuantity(position)}"}`,
  ]
}

export const isCreation = ({ kind }: Pick<FrameEntry, 'kind'>): boolean =>
  kind === 'create' || kind === 'create2'

/** The sender of the call: for DELEGATECALL the executing contract, although the called code sees another caller. */
export const senderOf = ({
  kind,
  address,
  caller,
}: Pick<FrameEntry, 'kind' | 'address' | 'caller'>): Address => (kind === 'delegatecall' ? address : caller)
