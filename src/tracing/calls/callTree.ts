import type { Log } from '../../evm/log.ts'
import type { FrameEntry, FrameExit, Tracer } from '../../evm/tracer.ts'
import { type Address, asAddress, emptyBytes } from '../../primitives/bytes.ts'
import { tooLarge } from '../output/traceOutput.ts'

/** The members of a call in every form: whole, or recorded without most of its data. */
export interface OutlineOf<Call> {
  readonly entry: Omit<FrameEntry, 'input'>
  readonly exit: Omit<FrameExit, 'output'>
  /** In the order of execution. */
  readonly children: readonly (Call | DestructionNode)[]
}

/** A call in any form. */
export interface CallOutline extends OutlineOf<CallOutline> {}

export type OutlineNode = CallOutline | DestructionNode

/** A call or creation with its inner calls and logs. */
export interface CallNode {
  readonly entry: FrameEntry
  exit: FrameExit
  /** In the order of execution. */
  readonly children: TreeNode[]
  readonly logs: LoggedNode[]
}

/** A contract's self-destruction. */
export interface DestructionNode {
  readonly destroyed: Address
  readonly beneficiary: Address
  readonly balance: bigint
}

export type TreeNode = CallNode | DestructionNode

export interface LoggedNode {
  readonly log: Log
  /** Number of calls that the frame had made before. */
  readonly position: number
  /** Index among the transaction's logs; undefined if the log was reverted. */
  index: number | undefined
}

export const isCall = <Call extends OutlineOf<Call>>(node: Call | DestructionNode): node is Call =>
  'entry' in node

/** Approximate memory of a node without its data. */
const nodeBytes = 600

const stillOpen: FrameExit = { status: 'halt', cause: undefined, gasUsed: 0, output: emptyBytes }
const paid: FrameExit = { status: 'success', cause: undefined, gasUsed: 0, output: emptyBytes }

/** Collects the calls of one execution. Throws if they take more memory than allowed. */
export class CallTree implements Tracer {
  readonly #maximumBytes: number
  readonly #open: CallNode[] = []
  readonly #logs: LoggedNode[] = []
  /** Number of logs at the start of each open frame. */
  readonly #logMarks: number[] = []
  #bytes = 0
  #root: CallNode | undefined

  constructor(maximumBytes: number) {
    this.#maximumBytes = maximumBytes
  }

  /** The outermost call, after it has ended. */
  get root(): CallNode {
    if (this.#root === undefined) throw new Error('the execution has not begun')
    return this.#root
  }

  enter(entry: FrameEntry): void {
    this.#hold(entry.input.length)
    const node = { entry: copied(entry), exit: stillOpen, children: [], logs: [] }
    if (this.#open.length === 0) this.#root = node
    else this.#open.at(-1)!.children.push(node)
    this.#open.push(node)
    this.#logMarks.push(this.#logs.length)
  }

  exit(exit: FrameExit): void {
    this.#hold(exit.output.length)
    const node = this.#open.pop()!
    node.exit = { ...exit, output: exit.output.slice() }
    const mark = this.#logMarks.pop()!
    // Logs of a precompiled contract are kept if it fails.
    if (exit.status !== 'success' && !node.entry.isPrecompile) this.#drop(mark)
  }

  log(log: Log): void {
    this.#hold(log.data.length)
    const frame = this.#open.at(-1)!
    const logged = { log, position: frame.children.length, index: this.#logs.length }
    frame.logs.push(logged)
    this.#logs.push(logged)
  }

  selfDestruct(address: Address, beneficiary: Address, balance: bigint): void {
    this.#hold(0)
    const destroyed = asAddress(address.slice())
    this.#open.at(-1)!.children.push({ destroyed, beneficiary: asAddress(beneficiary.slice()), balance })
  }

  transfer(from: Address, to: Address, amount: bigint): void {
    this.#hold(0)
    const { depth } = this.#open.at(-1)!.entry
    const entry = { ...payment, depth: depth + 1, caller: from, address: to, codeAddress: to, value: amount }
    this.#open.at(-1)!.children.push({ entry: copied(entry), exit: paid, children: [], logs: [] })
  }

  #drop(mark: number): void {
    for (const logged of this.#logs.splice(mark)) logged.index = undefined
  }

  #hold(bytes: number): void {
    this.#bytes += nodeBytes + bytes
    if (this.#bytes > this.#maximumBytes) throw tooLarge(this.#maximumBytes)
  }
}

const payment = {
  kind: 'call',
  isPrecompile: false,
  hasCode: false,
  gas: 0,
  input: emptyBytes,
} as const

/** Engines reuse the arrays that they pass to tracers. */
const copied = (entry: FrameEntry): FrameEntry => ({
  ...entry,
  caller: asAddress(entry.caller.slice()),
  address: asAddress(entry.address.slice()),
  codeAddress: asAddress(entry.codeAddress.slice()),
  input: entry.input.slice(),
})
